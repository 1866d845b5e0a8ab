import { QueryClientProvider } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { renderInConsole } from '../../../testing/render.tsx';
import { serviceKind } from '../service/kind.ts';
import { DeleteGroups } from './delete-groups.tsx';
import { buildModel } from './model.ts';
import { queryClient } from '../../query-client.ts';

it.each([
  ['complete', '2 subgroups will be deleted too.'],
  ['documented', '2 subgroups may be deleted too.'],
] as const)('says what is known about subgroups in front of this service: %s', async (kind, sentence) => {
  const model = buildModel(
    [1, 2, 3, 4].map((id) => ({
      name: `Group ${id}`,
      group_resource: `/groups/${id}`,
      parent_resource: id > 2 ? '/groups/1' : '',
    })),
  );
  queryClient.clear();
  serviceKind.set(kind);
  const screen = await renderInConsole(
    <QueryClientProvider client={queryClient}>
      <DeleteGroups
        items={[1, 2].flatMap((id) => model.get(id) ?? [])}
        select={() => undefined}
        model={model}
        complete
        mayDelete={() => true}
        onClose={() => undefined}
      />
    </QueryClientProvider>,
  );
  await expect.element(screen.getByRole('dialog')).toHaveTextContent(sentence);
});
