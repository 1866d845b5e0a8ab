import { useService } from './service/use-service.ts';

/** What recreating a deleted record from the change log doesn't bring back. */
const lost = {
  group: 'a new ID',
  provider: 'a new ID, and its client secret must be entered again',
  user: 'a new ID, and without a password and API keys',
  role: 'a new ID, and without its users',
} as const;

interface RecreationNoteProps {
  noun: keyof typeof lost;
  /** Whether several records are being deleted. */
  several?: boolean;
  /** Whether they're more than the service keeps. */
  tooLarge?: boolean;
}

/** Whether deleted records can be recreated, as far as is known here, and what doesn't come back. */
export function RecreationNote({ noun, several = false, tooLarge = false }: RecreationNoteProps) {
  const { complete, offers } = useService();
  // What another service records isn't known here.
  if (!complete || !offers('a change log')) return "This can't be undone.";
  if (tooLarge)
    return `${several ? 'One of them' : 'It'} takes more than 8 MB with its subgroups and can't be recreated.`;
  const them = noun === 'group' ? 'all of them' : 'each of them';
  return `You can recreate ${several ? them : 'it'} in Activity, but with ${lost[noun]}.`;
}
