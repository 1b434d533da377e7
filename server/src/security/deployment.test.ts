import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'

const read = (name: string) => readFile(new URL(`../../../deploy/${name}`, import.meta.url), 'utf8')

describe('the service unit', () => {
  it.each([
    'User=muster',
    'UMask=0077',
    'NoNewPrivileges=true',
    'CapabilityBoundingSet=',
    'SystemCallFilter=@system-service',
    'ProtectSystem=strict',
  ])('has %s', async (line) => {
    expect((await read('muster.service')).split('\n')).toContain(line)
  })
})

describe('the containers', () => {
  /** Returns the services of compose.yaml by name, each with its lines. */
  async function services(): Promise<[string, string][]> {
    const text = (await read('compose.yaml')).split(/^services:\n/m)[1]!.split(/^networks:\n/m)[0]!
    return text
      .split(/^ {2}(?=\w+:\n)/m)
      .slice(1)
      .map((service) => [service.split(':')[0]!, service])
  }

  it('run exact versions of their images', async () => {
    const images = [...(await read('compose.yaml')).matchAll(/image: (\S+)/g)].map(([, image]) => image!)
    expect(images.length).toBeGreaterThan(3)
    for (const image of images) expect(image).toMatch(/:v?\d+\.\d+[\w.-]*$/)
    for (const [, image] of (await read('Containerfile')).matchAll(/^FROM (\S+)/gm))
      expect(image).toMatch(/:\d+\.\d+[\w.-]*$/)
  })

  it('have no capabilities, a read-only root folder and no way to gain privileges', async () => {
    const text = await read('compose.yaml')
    const locked = text.split('x-locked: &locked\n')[1]!.split(/^\S/m)[0]!
    for (const line of ['read_only: true', 'cap_drop: [ALL]', 'security_opt: [no-new-privileges:true]'])
      expect(locked).toContain(line)
    expect(text).toContain('x-muster: &muster\n  <<: *locked\n')
    const all = await services()
    expect(all.length).toBeGreaterThanOrEqual(6)
    for (const [name, service] of all)
      expect([name, service]).toEqual([name, expect.stringMatching(/<<: \*(locked|muster)/)])
    expect(text).not.toMatch(/cap_add|privileged:|read_only: false/)
  })

  it('publish only the load balancer, on this machine alone', async () => {
    const published = (await services()).filter(([, service]) => /^ {4}ports:/m.test(service))
    expect(published.map(([name]) => name)).toEqual(['balancer'])
    expect(published[0]![1]).toContain('ports: ["127.0.0.1:8080:8080"]')
  })

  it('trust only the load balancer', async () => {
    const text = await read('compose.yaml')
    const [, trusted] = /MUSTER_TRUST_PROXY: (\S+)/.exec(text)!
    expect(text).toContain(`ipv4_address: ${trusted}`)
    expect(await read('Containerfile')).not.toContain('MUSTER_TRUST_PROXY')
    expect(await read('Containerfile')).toMatch(/^USER node$/m)
  })
})
