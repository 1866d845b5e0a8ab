import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { OidcOp } from '../../../../contract/oidc/oidc-ops.ts';
import { sentenceOf } from '../../../data/notifications/notify.ts';
import type { Asked } from './health.ts';
import { isAbsent, metadataQuery } from '../queries.ts';

/** Providers that are asked at the same time. */
const atOnceMost = 4;

/** The published metadata of every configuration, asked for on demand. */
export interface HealthCheck {
  asked: ReadonlyMap<string, Asked>;
  running: boolean;
  /** When the last check ended. */
  at: Date | undefined;
  run(ops: readonly OidcOp[]): void;
}

/** Asks a few providers at a time; what they answered stays until they are asked again. */
export function useHealthCheck(): HealthCheck {
  const queryClient = useQueryClient();
  const [asked, setAsked] = useState<ReadonlyMap<string, Asked>>(new Map());
  const [running, setRunning] = useState(false);
  const [at, setAt] = useState<Date>();
  const left = useRef(false);
  useEffect(() => {
    left.current = false;
    return () => {
      left.current = true;
    };
  }, []);

  const run = async (ops: readonly OidcOp[]) => {
    const urls = [...new Set(ops.flatMap(({ metadata_url: url }) => url || []))];
    setRunning(true);
    setAsked(new Map(urls.map((url) => [url, { state: 'asking' }])));
    const work = async () => {
      for (let url = urls.shift(); url !== undefined && !left.current; url = urls.shift()) {
        const known: Asked = await queryClient.fetchQuery(metadataQuery(url)).then(
          (preview): Asked => ({ state: 'published', preview }),
          (error: unknown): Asked =>
            isAbsent(error) ? { state: 'absent' } : { state: 'unreachable', why: sentenceOf(error) },
        );
        const of = url;
        setAsked((before) => new Map(before).set(of, known));
      }
    };
    await Promise.all(Array.from({ length: atOnceMost }, work));
    setRunning(false);
    setAt(new Date());
  };
  return { asked, running, at, run: (ops) => void run(ops) };
}
