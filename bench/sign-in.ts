import { benchAdmin } from './prepare.ts'

/** Signs in to a server. Returns the access token, which lives for minutes. */
export async function signIn(
  url: string,
  { email, password }: { email: string; password: string } = benchAdmin,
): Promise<string> {
  const response = await fetch(`${url}/api/v1/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  if (!response.ok) throw new Error(`Sign-in answered ${response.status}`)
  const { access_token: token } = (await response.json()) as { access_token: string }
  return token
}

/** Access tokens live for 15 minutes. */
const renewAfterMs = 5 * 60_000

/** Signs in to a server again and again; a sign-in that fails keeps the former token. */
export async function staySignedIn(url: string): Promise<{ token(): string; stop(): void }> {
  let current = await signIn(url)
  const renewing = setInterval(async () => {
    current = await signIn(url).catch(() => current)
  }, renewAfterMs)
  return { token: () => current, stop: () => clearInterval(renewing) }
}

/** Signs in to a server. Returns the headers of requests. */
export async function signedInHeaders(url: string): Promise<Record<string, string>> {
  return { authorization: `Bearer ${await signIn(url)}` }
}
