import { createService } from '../../../configuration/service.ts';
import { send } from '../../api/exchange.ts';

/** The connected service, as a configuration file is exported from it and applied to it. @param file its name */
export const serviceFor = (file?: string) => createService({ exchange: send }, file);
