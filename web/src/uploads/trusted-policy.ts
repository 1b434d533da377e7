/** What `trustedTypes.createPolicy` takes and returns; TypeScript's DOM has no Trusted Types yet. */
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
 * A named Trusted Types policy; the server's content security policy lists the names (`http/security-headers.ts`).
 * In a browser without Trusted Types the same rules run, and strings stay strings.
 */
export function trustedPolicy<Rules extends Partial<Policy>>(name: string, rules: Rules): Rules {
  return globalThis.window?.trustedTypes?.createPolicy(name, rules) ?? rules
}
