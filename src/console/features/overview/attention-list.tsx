import { Link } from '@tanstack/react-router';
import { AlertIcon, JobsIcon } from '../../ui/icons.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import type { AttentionItem } from './attention.ts';
import classes from './overview.module.css';

const looks = {
  bad: { Icon: AlertIcon, word: 'Problem' },
  warning: { Icon: AlertIcon, word: 'Warning' },
  busy: { Icon: JobsIcon, word: 'In progress' },
} as const;

/** What needs attention, each with a link to its page. */
export function AttentionList({ items }: { items: readonly AttentionItem[] }) {
  return (
    <ul className={classes.rows}>
      {items.map(({ id, tone, title, detail, at, address }) => {
        const { Icon, word } = looks[tone];
        return (
          <li key={id} className={classes.row} data-tone={tone}>
            <Icon role="img" aria-hidden={undefined} aria-label={word} className={classes.tone} />
            <div className={classes.text}>
              <Link to={address} className={classes.link}>
                {title}
              </Link>
              <div className={classes.detail}>
                {detail}
                {at && (
                  <>
                    {' · '}
                    <RelativeTime at={at} />
                  </>
                )}
              </div>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
