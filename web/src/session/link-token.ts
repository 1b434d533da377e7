/**
 * Returns the token of an emailed link. It is in the fragment, which browsers do not send to any server.
 * Links of earlier versions have it in the query.
 */
export function linkToken({ hash, search }: Pick<Location, 'hash' | 'search'> = window.location): string {
  return new URLSearchParams(hash.slice(1)).get('token') ?? new URLSearchParams(search).get('token') ?? ''
}
