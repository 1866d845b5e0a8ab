import { Link } from '@tanstack/react-router';
import { AlertIcon, JobsIcon } from '../../ui/icons.tsx';
import { ItemList } from '../../ui/item-list/item-list.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import type { AttentionItem } from './attention.ts';

const looks = {
  bad: { Icon: AlertIcon, word: 'Problem' },
  warning: { Icon: AlertIcon, word: 'Warning' },
  busy: { Icon: JobsIcon, word: 'In progress' },
} as const;

interface AttentionListProps {
  items: readonly AttentionItem[];
  /** The ID of its heading. */
  labelId: string;
}

/** What needs attention, each with a link to its page. */
export function AttentionList({ items, labelId }: AttentionListProps) {
  if (items.length === 0) return null;
  return (
    <ItemList
      labelId={labelId}
      items={items.map(({ id, tone, title, detail, at, address }) => {
        const { Icon, word } = looks[tone];
        return {
          id,
          icon: <Icon role="img" aria-hidden={undefined} aria-label={word} />,
          tone: tone === 'busy' ? undefined : tone,
          title: address === undefined ? title : <Link to={address}>{title}</Link>,
          detail: (
            <>
              {detail}
              {at && (
                <>
                  {' · '}
                  <RelativeTime at={at} />
                </>
              )}
            </>
          ),
        };
      })}
    />
  );
}
