import { matches } from '../matches.ts';

/** Zones that were renamed, of which browsers list one name or the other. */
const renamed =
  `Africa/Asmara Africa/Asmera,America/Buenos_Aires America/Argentina/Buenos_Aires,America/Nuuk America/Godthab,
Asia/Ashgabat Asia/Ashkhabad,Asia/Dhaka Asia/Dacca,Asia/Ho_Chi_Minh Asia/Saigon,Asia/Kathmandu Asia/Katmandu,Asia/Kolkata Asia/Calcutta,
Asia/Macau Asia/Macao,Asia/Makassar Asia/Ujung_Pandang,Asia/Thimphu Asia/Thimbu,Asia/Ulaanbaatar Asia/Ulan_Bator,Asia/Yangon Asia/Rangoon,
Atlantic/Faroe Atlantic/Faeroe,Europe/Kyiv Europe/Kiev,Pacific/Chuuk Pacific/Truk,Pacific/Kanton Pacific/Enderbury,
Pacific/Pohnpei Pacific/Ponape`
    .split(/,\s*/)
    .map((names) => names.split(' '));

/** The names of a time zone, the browser's first. */
export function zoneNames(zone: string): string[] {
  const names = renamed.find((each) => each.includes(zone)) ?? [];
  return [zone, ...names.filter((name) => name !== zone)];
}

/** Whether a time zone has what was typed in one of its names, as in "new york" or "Kyiv". */
export function isZoneFor(typed: string, zone: string, label = ''): boolean {
  return matches(
    typed.replaceAll('_', ' '),
    label,
    ...zoneNames(zone).map((name) => name.replaceAll('_', ' ')),
  );
}
