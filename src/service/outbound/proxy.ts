/** An outgoing proxy, as the usual variables name it. */
export interface OutgoingProxy {
  /** `HTTPS_PROXY`: the proxy for https URLs. */
  url: string;
  /** `NO_PROXY`: hosts without it, separated by commas: `host`, `host:port`, `.domain` or `*`. */
  except: string;
}

/** Whether requests to a URL go through the proxy. A name without a leading dot also stands for its subdomains, as curl reads it. */
export function usesProxy({ protocol, hostname, port }: URL, proxy: OutgoingProxy | undefined): boolean {
  if (!proxy || protocol !== 'https:') return false;
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase();
  return !proxy.except
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean)
    .some((entry) => {
      const [, name = '', entryPort] = /^\[?(.*?)\]?(?::(\d+))?$/.exec(entry) ?? [];
      if (entryPort !== undefined && entryPort !== (port || '443')) return false;
      const domain = name.replace(/^\*?\.?/, '');
      return name === '*' || host === domain || host.endsWith(`.${domain}`);
    });
}
