import { useDebouncedCallback } from '@mantine/hooks';
import { useTypedText } from '../../lib/use-typed-text.ts';
import { SearchInput } from '../search-input.tsx';

interface SearchFieldProps {
  label: string;
  search: string | undefined;
  error?: string | undefined;
  className?: string | undefined;
  /** @param text undefined if it's empty */
  onSearch(text: string | undefined): void;
}

const typingPause = 200;

/** A field that searches or filters a list when typing pauses or ends, and follows what was set elsewhere. */
export function SearchField({ search = '', onSearch, ...props }: SearchFieldProps) {
  const { text, setText, send } = useTypedText(search, (typed) => onSearch(typed || undefined));
  const sendLater = useDebouncedCallback((typed: string) => send(typed.trim()), typingPause);
  return (
    <SearchInput
      {...props}
      value={text}
      onChange={(next) => {
        setText(next);
        sendLater(next);
      }}
      // The drawer around it may close now.
      onBlur={() => sendLater.flush()}
    />
  );
}
