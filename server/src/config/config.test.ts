import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readConfig } from './config.ts'
import { ConfigError } from './config-error.ts'
import { secretSettings } from './secret-files.ts'
import { defaultWebhookPorts } from './webhook-ports.ts'

const here = (path: string) => readFile(new URL(path, import.meta.url), 'utf8')

describe('the settings', () => {
  it('are each described in docs/operations.md, and no others', async () => {
    const files = ['./config.ts', './read-settings.ts', './read-traces.ts', './secret-files.ts']
    const source = (await Promise.all(files.map(here))).join()
    const read = new Set([...source.matchAll(/env(?:\.|, ')([A-Z]\w+)/g)].map(([, name]) => name!))
    const table = (await here('../../../docs/operations.md')).split('## Every setting')[1]!
    const rows = [...table.matchAll(/^\| `(\w+)` (¹ )?\|/gm)]
    expect(rows.map(([, name]) => name!).toSorted()).toEqual([...read].toSorted())
    // Settings that may be in a file are marked, and no others.
    const marked = rows.flatMap(([, name, mark]) => (mark ? [name!] : []))
    expect(marked.toSorted()).toEqual(secretSettings.toSorted())
  })

  it('all have defaults', () => {
    const config = readConfig({})
    expect(config).toMatchObject({
      port: 3000,
      process: 'all',
      metricsPort: null,
      traces: null,
      logLevel: 'warn',
    })
  })

  it('keep a new installation closed: metrics and webhooks reach no other machine, and samples are for trials', () => {
    const [trial, own] = [readConfig({}), readConfig({ DATABASE_URL: 'postgres://localhost/muster' })]
    expect([trial.metricsHost, trial.privateWebhooks]).toEqual(['127.0.0.1', false])
    expect([trial.sample, own.sample]).toEqual([true, false])
    expect(readConfig({ MUSTER_ADMIN_EMAIL: ' Ada@Example.com ' }).adminEmail).toBe('ada@example.com')
  })

  it('address buckets by path where another service than Amazon stores files', () => {
    const pathStyle = (env: NodeJS.ProcessEnv) => readConfig({ S3_BUCKET: 'files', ...env }).s3!.pathStyle
    const endpoint = { S3_ENDPOINT: 'https://s3.example.com' }
    expect([pathStyle({}), pathStyle(endpoint), pathStyle({ ...endpoint, S3_PATH_STYLE: '0' })]).toEqual([
      ...[false, true, false],
    ])
  })

  it('count storage in megabytes of 1,024 × 1,024 bytes', () => {
    expect(readConfig({ MUSTER_WORKSPACE_STORAGE_MB: '3' }).quotas.bytes).toBe(3 * 1024 * 1024)
  })

  it('take the address of breached passwords with and without a slash at its end', () => {
    const read = (url: string) => readConfig({ MUSTER_BREACHED_PASSWORDS_URL: url }).breachedPasswordsUrl
    expect([read('https://api.example.com/range'), read('https://api.example.com/range/')]).toEqual([
      'https://api.example.com/range/',
      'https://api.example.com/range/',
    ])
  })

  it('require a second factor of superadmins, of everyone, or leave it to workspaces', () => {
    const read = (value?: string) => readConfig({ MUSTER_REQUIRE_SECOND_FACTOR: value }).requireSecondFactor
    expect([read(), read(''), read('superadmins'), read('everyone')]).toEqual([
      null,
      null,
      'superadmins',
      'everyone',
    ])
    expect(() => read('yes')).toThrow(ConfigError)
  })

  it('name where calls are placed, each provider by its own URL', () => {
    const { voiceApiUrls } = readConfig({ MUSTER_VAPI_API_URL: 'https://api.eu.vapi.ai/' })
    expect(voiceApiUrls).toEqual({
      twilio: 'https://api.twilio.com',
      vapi: 'https://api.eu.vapi.ai',
      retell: 'https://api.retellai.com',
    })
    expect(() => readConfig({ MUSTER_TWILIO_API_URL: 'api.twilio.com' })).toThrow(ConfigError)
  })

  it('read the standard variables of OpenTelemetry for traces', () => {
    const { traces } = readConfig({
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment=test,host.name=a%20b',
      OTEL_TRACES_SAMPLER_ARG: '0.1',
    })
    expect(traces).toMatchObject({
      url: 'http://collector:4318/v1/traces',
      serviceName: 'muster',
      attributes: { 'deployment.environment': 'test', 'host.name': 'a b' },
      ratio: 0.1,
    })
    const off = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318', OTEL_SDK_DISABLED: 'true' }
    expect(readConfig(off).traces).toBeNull()
  })

  it('accept a number of proxies or a list of their networks', () => {
    const read = (value?: string) =>
      readConfig(value === undefined ? {} : { MUSTER_TRUST_PROXY: value }).trustProxy
    expect([read(), read(''), read('0'), read('1'), read('3')]).toEqual([0, 0, 0, 1, 3])
    expect(read('10.0.0.0/8, loopback,2001:db8::/32,192.0.2.7')).toEqual([
      '10.0.0.0/8',
      'loopback',
      '2001:db8::/32',
      '192.0.2.7',
    ])
    for (const value of [
      'true',
      '-1',
      '1.5',
      '11',
      '10.0.0.0/0',
      '10.0.0.0/33',
      '10.0.0',
      'proxy',
      '1,',
      '*',
    ])
      expect(() => read(value), value).toThrow('MUSTER_TRUST_PROXY must be a number of proxies')
  })

  it('accept hosts whose recordings play', () => {
    const read = (value: string) => readConfig({ MUSTER_RECORDING_HOSTS: value }).recordingHosts
    expect(read('')).toContain('api.twilio.com')
    expect(read('Bucket.example.com, *.vapi.ai')).toEqual(['bucket.example.com', '*.vapi.ai'])
    // Each would inject into the policy, or allow every host.
    for (const value of [
      '*',
      '*.com;',
      'https://a.example',
      "a.example 'unsafe-inline'",
      'a.example;',
      'localhost',
      'a.example/x',
    ])
      expect(() => read(value), value).toThrow('MUSTER_RECORDING_HOSTS must be names of hosts')
  })

  it('accept the ports of outgoing webhooks', () => {
    const read = (value: string) => readConfig({ MUSTER_WEBHOOK_PORTS: value }).webhookPorts
    expect(read('')).toEqual(defaultWebhookPorts)
    expect(read('443, 8443-8444')).toEqual([
      [443, 443],
      [8443, 8444],
    ])
    for (const value of ['0', '65536', '90-80', '80,', 'all', '80;443', '-80'])
      expect(() => read(value), value).toThrow('MUSTER_WEBHOOK_PORTS must be ports')
  })

  it('that are secrets are read from the file in NAME_FILE', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'muster-secrets-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const write = async (name: string, text: string) => {
      await writeFile(join(folder, name), text)
      return join(folder, name)
    }
    const base = { S3_BUCKET: 'files', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' }
    const [byValue, byFile] = [{ ...base } as NodeJS.ProcessEnv, { ...base } as NodeJS.ProcessEnv]
    for (const name of secretSettings) {
      byValue[name] = `${name.toLowerCase()}=secret`
      byFile[`${name}_FILE`] = await write(name, `${byValue[name]}\n`)
    }
    expect(readConfig(byFile)).toEqual(readConfig(byValue))
    expect(JSON.stringify(readConfig(byFile)).match(/=secret|"secret"/g)).toHaveLength(secretSettings.length)

    expect(() => readConfig({ ...byFile, SMTP_URL: 'smtp://other' })).toThrow(
      'Set SMTP_URL or SMTP_URL_FILE, not both',
    )
    const refused = [
      join(folder, 'nowhere'),
      folder,
      await write('empty', '\n'),
      await write('two', 'a\nb\n'),
    ]
    for (const path of refused) {
      expect(() => readConfig({ SMTP_URL_FILE: path })).toThrow(ConfigError)
      expect(() => readConfig({ SMTP_URL_FILE: path })).toThrow('SMTP_URL_FILE')
    }
  })

  it('that are invalid are refused in one line', () => {
    expect(() => readConfig({ MUSTER_LOG_LEVEL: 'loud' })).toThrow(ConfigError)
    expect(() => readConfig({ MUSTER_METRICS_PORT: '99999' })).toThrow(
      'MUSTER_METRICS_PORT must be 0 to 65535',
    )
    expect(() =>
      readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c', OTEL_TRACES_SAMPLER_ARG: '2' }),
    ).toThrow('0 to 1')
  })

  it('that are misspelled are named with the one that was probably meant', () => {
    const { warnings } = readConfig({ MUSTER_DATA: '/data', MUSTER_POOLSIZE: '3', MUSTER_LOG_LEVEL: 'error' })
    expect(warnings).toEqual([
      'MUSTER_DATA is not a setting and is ignored. Did you mean MUSTER_DATA_DIR?',
      'MUSTER_POOLSIZE is not a setting and is ignored. Did you mean MUSTER_POOL_SIZE?',
    ])
  })

  it('say nothing about files of secrets, nor about what Kubernetes adds for a service named muster', () => {
    const added = {
      MUSTER_SERVICE_HOST: '10.0.0.1',
      MUSTER_PORT: 'tcp://10.0.0.1',
      MUSTER_SERVICE_PORT: '80',
    }
    expect(readConfig({ ...added, MUSTER_PORT_80_TCP_ADDR: '10.0.0.1', PATH: '/bin' }).warnings).toEqual([])
  })

  it.each<NodeJS.ProcessEnv>([
    { MUSTER_POOL_SIZE: 'ten' },
    { MUSTER_KEY_CALLS_PER_MINUTE: '0' },
    { MUSTER_SLOW_QUERY_MS: '1s' },
    { MUSTER_DRAIN_SECONDS: '6' },
    { MUSTER_SENDER_MAILS_PER_HOUR: '10001' },
    { S3_BUCKET: 'files', S3_ACCESS_KEY_ID: 'key' },
    { DATABASE_OWNER_URL: 'postgres://owner@localhost/muster' },
  ])('refuse %o', (env) => {
    expect(() => readConfig(env)).toThrow(ConfigError)
  })
})
