import { useQuery } from '@tanstack/react-query';
import { limits } from '../../../contract/limits.ts';
import type { GroupModel } from './model.ts';

/** Whether groups are so large that the service won't keep them once they're deleted; false until that's known. */
export function useTooLargeToKeep(model: GroupModel, ids: readonly number[]): boolean {
  const { data = false } = useQuery({
    queryKey: ['groups', 'too-large', ...ids.slice(0, 1), ids.length],
    queryFn: async () => {
      const text = new Blob([JSON.stringify(ids.map((id) => ({ roleIds: [], ...model.get(id) })))]);
      const compressed = text.stream().pipeThrough(new CompressionStream('gzip'));
      return (await new Response(compressed).blob()).size > limits.keptGroupsBytes;
    },
    gcTime: 0,
  });
  return data;
}
