/** Formats a duration in at most two units: `12 s`, `3 min 20 s`, `1 h 5 min`. */
export function durationOf(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return seconds % 60 === 0 ? `${minutes} min` : `${minutes} min ${seconds % 60} s`;
  const hours = Math.floor(minutes / 60);
  return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
}

const clock = new Intl.DateTimeFormat('en', { timeStyle: 'medium' });

/** Formats a time of day. */
export function timeOfDay(at: number): string {
  return clock.format(at);
}
