/** What `trustedTypes.createPolicy` takes and returns; TypeScript's DOM library has no Trusted Types yet. */
export interface Policy {
  createHTML(html: string): string
  createScriptURL(url: string): string
}

declare global {
  interface Window {
    trustedTypes?: { createPolicy<Rules extends Partial<Policy>>(name: string, rules: Rules): Rules }
  }
}

/**
 * Creates a Trusted Types policy; the server's content security policy lists the names
 * (`http/security-headers.ts`). Browsers without Trusted Types run the same rules on plain strings.
 */
export function trustedPolicy<Rules extends Partial<Policy>>(name: string, rules: Rules): Rules {
  return globalThis.window?.trustedTypes?.createPolicy(name, rules) ?? rules
}
