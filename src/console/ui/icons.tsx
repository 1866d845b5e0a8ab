import type { SVGProps } from 'react';

/** An icon of one path on a 24 px grid. */
export function icon(path: string) {
  return function Icon(props: SVGProps<SVGSVGElement>) {
    return (
      <svg
        viewBox="0 0 24 24"
        width="1rem"
        height="1rem"
        fill="none"
        stroke="currentColor"
        strokeWidth={2}
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        {...props}
      >
        <path d={path} />
      </svg>
    );
  };
}

export const ChevronRightIcon = icon('m9 6 6 6-6 6');
export const ChevronUpIcon = icon('m6 15 6-6 6 6');
export const ChevronDownIcon = icon('m6 9 6 6 6-6');
export const ArrowLeftIcon = icon('M19 12H5m7-7-7 7 7 7');
export const CheckIcon = icon('m5 12 5 5L20 7');
export const GroupsIcon = icon('M4 5h6v5H4zM14 14h6v5h-6zM7 10v7h7');
export const KeyIcon = icon('M14.5 14a5 5 0 1 0-4.5-4.5l-6 6V20h4v-3h3v-2.5zM16.5 7.5h.01');
export const ShieldIcon = icon('M12 3 5 6v6c0 4 3 7 7 9 4-2 7-5 7-9V6z');
export const UserIcon = icon('M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8M4.5 20a7.5 7.5 0 0 1 15 0');
export const JobsIcon = icon('M12 7v5l3 2M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18');
export const LabIcon = icon('M9 3h6m-5 0v6l-5 9a2 2 0 0 0 2 3h10a2 2 0 0 0 2-3l-5-9V3M8 15h8');
export const SearchIcon = icon('M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14m5 12 4 4');
export const AlertIcon = icon('M12 4 2.5 20h19zM12 10v4m0 3h.01');
export const MoreIcon = icon(
  'M6 12a1 1 0 1 1-2 0 1 1 0 0 1 2 0m7 0a1 1 0 1 1-2 0 1 1 0 0 1 2 0m7 0a1 1 0 1 1-2 0 1 1 0 0 1 2 0',
);
export const CloseIcon = icon('m6 6 12 12M18 6 6 18');
export const LockIcon = icon('M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3');
export const HelpIcon = icon(
  'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M9.5 9.5a2.5 2.5 0 1 1 3.5 2.3c-.7.3-1 .8-1 1.7m0 3h.01',
);
export const EyeIcon = icon(
  'M1.5 12S4.5 5.5 12 5.5 22.5 12 22.5 12 19.5 18.5 12 18.5 1.5 12 1.5 12m10.5-3a3 3 0 1 0 0 6 3 3 0 0 0 0-6',
);
export const PencilIcon = icon('m4 20 1-5L16 4l4 4L9 19zM13.5 6.5l4 4');
export const EyeOffIcon = icon(
  'm4 3 16 18M9 6a10 10 0 0 1 3-.5C19.5 5.5 22.5 12 22.5 12a16 16 0 0 1-3 4M6 7.5C3 9.5 1.5 12 1.5 12s3 6.5 10.5 6.5a11 11 0 0 0 5-1.2M9.7 9.5a3.5 3.5 0 0 0 4.8 5',
);
