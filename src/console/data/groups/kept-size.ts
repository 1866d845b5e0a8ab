import { useQuery } from '@tanstack/react-query';
import { limits } from '../../../contract/limits.ts';
import { subtree, type GroupModel } from './model.ts';

const partSize = 500;

/** Whether one of these groups is so large, with its subgroups, that the service won't keep it once it's deleted; false until it's known. */
export function useTooLargeToKeep(model: GroupModel, roots: readonly number[]): boolean {
  const { data = false } = useQuery({
    queryKey: ['groups', 'too-large', model.size, ...roots],
    queryFn: async () => {
      for (const root of roots) {
        const ids = [root, ...subtree(model, root)];
        let [length, bytes] = [0, 0];
        // In parts, as the service keeps them, so that nothing else has to wait.
        for (let start = 0; start < ids.length; start += partSize) {
          const groups = ids.slice(start, start + partSize).map((id) => ({ roleIds: [], ...model.get(id) }));
          const text = JSON.stringify(groups);
          const compressed = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'));
          length += text.length;
          bytes += (await new Response(compressed).blob()).size;
          if (length > limits.keptGroupsText || bytes > limits.keptGroupsBytes) return true;
        }
      }
      return false;
    },
    gcTime: 0,
  });
  return data;
}
