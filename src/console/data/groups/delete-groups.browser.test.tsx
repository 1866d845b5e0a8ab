import { expect, it } from 'vitest';
import { groupRecord } from '../../../testing/setups/console-records.ts';
import { renderInConsole } from '../../../testing/render.tsx';
import { serviceKind } from '../../api/kind.ts';
import { DeleteGroups } from './delete-groups.tsx';
import { buildModel, type GroupModel } from './model.ts';

async function renderGroups(model: GroupModel, ids: readonly number[]) {
  return renderInConsole(
    <DeleteGroups
      items={ids.flatMap((id) => model.get(id) ?? [])}
      select={() => undefined}
      model={model}
      complete
      mayDelete={() => true}
      onClose={() => undefined}
    />,
  );
}

it.each([
  ['complete', '2 subgroups will be deleted too.'],
  ['documented', '2 subgroups may be deleted too.'],
] as const)('says what is known about subgroups in front of this service: %s', async (kind, sentence) => {
  const model = buildModel([1, 2, 3, 4].map((id) => groupRecord(id, id > 2 ? 1 : '')));
  serviceKind.set(kind);
  const screen = await renderGroups(model, [1, 2]);
  await expect.element(screen.getByRole('dialog')).toHaveTextContent(sentence);
});

it("says that groups can't be recreated if they're too large to keep", async () => {
  const random = () =>
    String.fromCharCode(...crypto.getRandomValues(new Uint16Array(4_000)).map((code) => code >> 3));
  const sized = (count: number) =>
    buildModel(
      Array.from({ length: count }, (_, id) => groupRecord(id + 1, id === 0 ? '' : 1, `${id}`, random())),
    );
  const small = await renderGroups(sized(100), [1]);
  await expect.element(small.getByRole('dialog')).toHaveTextContent('You can recreate all of them');
  await small.unmount();
  const large = await renderGroups(sized(1_500), [1]);
  await expect
    .element(large.getByRole('dialog'))
    .toHaveTextContent("One of them takes more than 8 MB with its subgroups and can't be recreated.");
});
