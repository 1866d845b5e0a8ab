/** When alerts were received. Those that were given up on had been tried for a day, mostly every hour. */
export const statements = [
  `alter table alerts add column delivered_at timestamptz`,
  `update alerts set delivered_at = at where next_at is null and attempts < 20`,
];
