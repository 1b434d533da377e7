import type { FastifyReply, FastifyRequest } from 'fastify'

/** A device without a sign-in for this long becomes unknown again. */
export const deviceDays = 180

interface DeviceCookie {
  read(request: FastifyRequest): string | null
  write(reply: FastifyReply, token: string): void
}

/**
 * The cookie of a browser that has signed in. It grants nothing: it only decides what wrong passwords count against.
 */
export function deviceCookie(publicUrl: string): DeviceCookie {
  const isSecure = publicUrl.startsWith('https:')
  // Browsers accept a name with this prefix only from this host and over TLS.
  const name = isSecure ? '__Host-muster_device' : 'muster_device'
  const attributes = `Path=/; Max-Age=${deviceDays * 86_400}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`
  return {
    read({ headers: { cookie = '' } }) {
      const pair = cookie.split(';').find((part) => part.trim().startsWith(`${name}=`))
      return pair?.trim().slice(name.length + 1) || null
    },
    write: (reply, token) => void reply.header('set-cookie', `${name}=${token}; ${attributes}`),
  }
}
