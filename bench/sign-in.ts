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

/** Signs in to a server. Returns the headers of requests. */
export async function signedInHeaders(url: string): Promise<Record<string, string>> {
  return { authorization: `Bearer ${await signIn(url)}` }
}
