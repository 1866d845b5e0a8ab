import { useQuery } from '@tanstack/react-query';
import { limits } from '../../../contract/limits.ts';
import { subtree, type GroupModel } from './model.ts';

/** Whether one of these groups is so large, with its subgroups, that the service won't keep it once it's deleted; false until it's known. */
export function useTooLargeToKeep(model: GroupModel, roots: readonly number[]): boolean {
  const { data = false } = useQuery({
    queryKey: ['groups', 'too-large', model.size, ...roots],
    queryFn: async () => {
      for (const root of roots) {
        const groups = [root, ...subtree(model, root)].map((id) => ({ roleIds: [], ...model.get(id) }));
        const text = new Blob([JSON.stringify(groups)]);
        if (text.size <= limits.keptGroupsBytes) continue;
        const compressed = text.stream().pipeThrough(new CompressionStream('gzip'));
        if ((await new Response(compressed).blob()).size > limits.keptGroupsBytes) return true;
      }
      return false;
    },
    gcTime: 0,
  });
  return data;
}
