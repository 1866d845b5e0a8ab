import { Button, Text, Title } from '@mantine/core';
import { useEffect } from 'react';
import { msg } from '../../lib/text.ts';

interface SignInWindowPageProps {
  title: string;
  description: string;
}

/** The last page of a sign-in in its own window, which it closes; the page that opened it continues. */
export function SignInWindowPage({ title, description }: SignInWindowPageProps) {
  useEffect(() => {
    document.title = msg`${title} · Palisade`;
    window.close();
  }, [title]);
  return (
    <main id="main" className="sign-in">
      <Title>{title}</Title>
      <Text>{description}</Text>
      <Button onClick={() => window.close()}>Close this window</Button>
    </main>
  );
}
