import { useQuery } from '@tanstack/react-query';
import { gatewayQuery } from './queries.ts';

/**
 * Whether the console is connected to the embedded service, whose rules it knows. It doesn't predict what a remote
 * service will do.
 */
export function useEmbedded(): boolean {
  return useQuery(gatewayQuery()).data?.mode === 'embedded';
}
