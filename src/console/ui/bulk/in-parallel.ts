/**
 * Works on items a few at a time, starting in order.
 * @param most how many at the same time
 * @param isStopped no further item is started once it returns true
 */
export async function inParallel<Item>(
  items: readonly Item[],
  most: number,
  work: (item: Item) => Promise<void>,
  isStopped: () => boolean = () => false,
): Promise<void> {
  const waiting = [...items];
  const worker = async () => {
    while (waiting.length > 0 && !isStopped()) {
      const [item] = waiting.splice(0, 1);
      if (item !== undefined) await work(item);
    }
  };
  await Promise.all(Array.from({ length: most }, worker));
}
