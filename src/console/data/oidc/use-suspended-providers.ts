import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { polled } from '../../api/retries.ts';
import { useService } from '../service/use-service.ts';
import { watchesQuery } from './watches.ts';

/** The paths of providers whose button is suspended; undefined while that's unknown, or if the service can't suspend any. */
export function useSuspendedProviders(mayRead = true): ReadonlySet<string> | undefined {
  const { complete } = useService();
  const { data } = useQuery({ ...watchesQuery, ...polled, enabled: complete && mayRead });
  return useMemo(() => {
    if (!complete || !data) return undefined;
    const suspended = [...data.values()].filter(({ enabled }) => !enabled);
    return new Set(suspended.map(({ oidc_op_resource: path }) => path));
  }, [complete, data]);
}
