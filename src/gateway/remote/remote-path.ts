/**
 * Whether a path could leave the service's base URL: some servers decode it, even twice, or take `\` for `/` and `..;`
 * for `..`, before they resolve dot segments.
 * @param path with or without a query
 */
export function leavesBase(path: string): boolean {
  let decoded = path.split(/[?#]/, 1)[0] ?? '';
  for (let times = 0; times < 2; times += 1)
    decoded = decoded.replace(/%(25|2e|2f|3b|3f|23|5c)/gi, (code) => decodeURIComponent(code));
  return /(^|[\\/])\.{1,2}([\\/;?#]|$)/.test(decoded);
}
