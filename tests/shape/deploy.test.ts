import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { BlockList } from 'node:net'
import { basename, join } from 'node:path'
import { YAML } from 'bun'
import { readConfig } from '#api/config.ts'
import { processConnections } from '#api/db/connection-plan.ts'
import { DRAIN_MS, LOCAL_PORT } from '#shared/constants.ts'
import { NO_SETTING, variablesRead } from './settings.ts'
import { ROOT } from './tree.ts'

interface Service {
  image?: string
  command?: string
  depends_on?: Record<string, unknown>
  deploy?: { replicas: number }
  environment?: Record<string, string | number>
  networks?: Record<string, { ipv4_address: string }> | string[]
  ports?: string[]
  stop_grace_period?: string
  volumes?: string[]
}

const read = (path: string) => readFileSync(join(ROOT, 'deploy', path), 'utf8')
const compose = YAML.parse(read('compose.yaml')) as {
  services: Record<string, Service>
  networks: { inside: { ipam: { config: [{ subnet: string; ip_range: string }] } } }
  volumes: Record<string, unknown>
}
const { services } = compose
const { api = {}, proxy = {}, postgres = {} } = services
const balancer = read('haproxy.cfg')
const NODES = ['search1', 'search2', 'search3']

function isWithin(range: string, address: string): boolean {
  const [net = '', bits] = range.split('/')
  const list = new BlockList()
  list.addSubnet(net, Number(bits))
  return list.check(address)
}

/** Commands and strangers. */
const OTHER_CONNECTIONS = 23

test('sets no variable of the product that the configuration does not read', () => {
  const variables = [...variablesRead(), ...NO_SETTING]
  expect(Object.keys(api.environment ?? {}).length).toBeGreaterThan(10)
  expect(Object.keys(api.environment ?? {}).filter(name => !variables.includes(name))).toEqual([])
})

test('asks for no variable that the example does not name, and names none for nothing', () => {
  const required = new Set([...read('compose.yaml').matchAll(/\$\{(\w+):\?/g)].map(([, name = '']) => name))
  const used = new Set([...read('compose.yaml').matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name))
  const named = new Set([...read('.env.example').matchAll(/^(\w+)=/gm)].map(([, name = '']) => name))
  expect(required.size).toBeGreaterThan(5)
  expect([...required].filter(name => !named.has(name))).toEqual([])
  expect([...named].filter(name => !used.has(name))).toEqual([])
})

test('depends on services and mounts volumes that there are', () => {
  const all = Object.values(services)
  const awaited = all.flatMap(({ depends_on = {} }) => Object.keys(depends_on))
  const mounted = all.flatMap(({ volumes = [] }) => volumes.map(volume => volume.split(':')[0] ?? ''))
  const own = mounted.filter(name => /^\w+$/.test(name))
  expect(awaited.filter(name => !(name in services))).toEqual([])
  expect(new Set(own)).toEqual(new Set(Object.keys(compose.volumes)))
})

test('makes the folders that the product writes by default for the user that it runs as', () => {
  const image = read('Dockerfile')
  const user = /^USER (\w+)$/m.exec(image)?.[1] ?? 'root'
  const { runDir, dataDir } = readConfig({})
  const ownedPart = image.slice(0, image.indexOf(`USER ${user}`))
  for (const folder of [runDir, dataDir].map(path => basename(path)))
    expect(ownedPart).toMatch(
      new RegExp(
        `^RUN mkdir -p .*${RegExp.escape(folder)}.* && chown ${user}:${user} .*${RegExp.escape(folder)}`,
        'm'
      )
    )
})

test('publishes the ports of the proxy alone, whom the product believes', () => {
  const isPublic = (port: string) => !port.startsWith('127.0.0.1:')
  const published = Object.keys(services).filter(name => services[name]?.ports?.some(isPublic))
  expect(published).toEqual(['proxy'])
  const inside = Array.isArray(proxy.networks) ? undefined : proxy.networks?.inside
  expect(api.environment?.TRUSTED_PROXIES).toBe(inside?.ipv4_address ?? 'no address')
  // Nobody else is given it, in whatever order they start.
  const [{ subnet, ip_range }] = compose.networks.inside.ipam.config
  const address = inside?.ipv4_address ?? ''
  expect([isWithin(subnet, address), isWithin(ip_range, address)]).toEqual([true, false])
  expect(balancer).toMatch(/http-request del-header X-Forwarded-For\n[\s\S]*option forwardfor/)
})

test('asks the product for its health where it answers, and leaves it the time to stop', () => {
  expect(balancer).toContain('uri /api/search/health ')
  expect(balancer).toContain(`api:${api.environment?.PORT ?? LOCAL_PORT}`)
  expect(Number.parseInt(api.stop_grace_period ?? '0', 10) * 1_000).toBeGreaterThan(DRAIN_MS)
})

test('has room for all processes in the proxy and in Postgres', () => {
  const replicas = api.deploy?.replicas ?? 0
  const places = Number(/server-template process (\d+)/.exec(balancer)?.[1])
  expect(replicas).toBeGreaterThan(1)
  expect(places).toBeGreaterThanOrEqual(replicas)
  const accepted = Number(/max_connections=(\d+)/.exec(postgres.command ?? '')?.[1])
  const needed = replicas * processConnections(Number(api.environment?.SEARCH_THREADS))
  expect(accepted).toBeGreaterThanOrEqual(needed + OTHER_CONNECTIONS)
})

test('makes one cluster of three nodes, each with a certificate and a volume of its own', () => {
  const nodes = NODES.map(name => services[name])
  expect(new Set(nodes.map(node => node?.image))).toEqual(new Set([services.certificates?.image]))
  expect(nodes.map(node => node?.environment?.['node.name'])).toEqual(NODES)
  for (const [at, node] of nodes.entries()) {
    const settings = node?.environment ?? {}
    expect(settings['discovery.seed_hosts']).toBe(NODES.join(','))
    expect(settings['cluster.initial_master_nodes']).toBe(NODES.join(','))
    expect(settings['xpack.security.http.ssl.key']).toBe(`certs/${NODES[at]}.key`)
    expect(node?.volumes?.some(volume => volume.startsWith(`${NODES[at]}:`))).toBe(true)
  }
  expect(services.certificates?.command).toEndWith(NODES.join(' '))
})
