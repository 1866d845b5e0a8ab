import { sections, type Section } from '../../../configuration/format.ts';
import { createService } from '../../../configuration/service.ts';
import { send } from '../../api/exchange.ts';
import type { useRights } from '../service/rights.ts';

/** The connected service, as a configuration file is exported from it and applied to it. @param file its name */
export const serviceFor = (file?: string) => createService({ exchange: send }, file);

/** The sections that the user can read. */
export const readableIn = (rights: ReturnType<typeof useRights>): Section[] =>
  sections.filter((section) => rights[section === 'oidc_providers' ? 'providers' : section]);
