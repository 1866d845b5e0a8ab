import { useQuery } from '@tanstack/react-query';
import { gatewayQuery } from './queries.ts';

/**
 * Whether the console is connected to the embedded service, whose rules it knows. Of a remote service only what the
 * document says is known: the console doesn't say beforehand what that service will do.
 */
export function useEmbedded(): boolean {
  return useQuery(gatewayQuery()).data?.mode === 'embedded';
}
