import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** A server that can be started. */
export interface Distribution {
  home: string
  java: string
}

/** Neither the home of root nor a run's own folder: whoever runs the server has to read it, and the next run too. */
const SHARED_FOLDER = '/var/tmp'
/** Test data need not reach a disk. */
export const DATA_FOLDER = existsSync('/dev/shm') ? '/dev/shm' : SHARED_FOLDER
const VERSION = '9.5.3'
const JAVA_MIN = 21
const ARTIFACT = `org.elasticsearch.distribution.integ-test-zip:elasticsearch:${VERSION}:zip`
const COPY = 'org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy'

/** The server, unpacked by whoever needs it first. A text says why there is none. */
export async function findDistribution(): Promise<Distribution | string> {
  const java = findJava()
  if (!java) return `нет JDK ${JAVA_MIN} или новее (JAVA_HOME, /usr/lib/jvm)`
  const name = `elasticsearch-${VERSION}`
  const home = join(SHARED_FOLDER, `sverka-${name}`)
  if (existsSync(home)) return { home, java }
  const maven = Bun.which('mvn')
  if (!maven) return 'нет Maven'
  const folder = mkdtempSync(join(SHARED_FOLDER, 'sverka-maven-'))
  try {
    const copied = await run([
      maven,
      '-q',
      '-B',
      COPY,
      `-Dartifact=${ARTIFACT}`,
      `-DoutputDirectory=${folder}`
    ])
    if (!copied) return `Maven не нашёл ${ARTIFACT}`
    mkdirSync(join(folder, 'unpacked'))
    const unpack = [join(java, 'bin', 'jar'), 'xf', join(folder, `${name}.zip`)]
    if (!(await run(unpack, join(folder, 'unpacked')))) return `${name}.zip не распаковался`
    await run(['chmod', '-R', 'a+rX', folder])
    placeOnce(join(folder, 'unpacked', name), home)
    return { home, java }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Of two processes that unpacked it the first one places it. */
function placeOnce(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch (error) {
    if (!existsSync(to)) throw error
  }
}

async function run(command: string[], cwd = SHARED_FOLDER): Promise<boolean> {
  return (await Bun.spawn(command, { cwd, stdin: 'ignore', stdout: 'ignore', stderr: 'ignore' }).exited) === 0
}

function findJava(): string | undefined {
  const installed = existsSync(JVMS) ? readdirSync(JVMS).map(name => join(JVMS, name)) : []
  return [process.env.JAVA_HOME ?? '', ...installed].find(home => majorOf(home) >= JAVA_MIN)
}

const JVMS = '/usr/lib/jvm'

/** 0 for what is no JDK. */
function majorOf(home: string): number {
  if (!existsSync(join(home, 'bin', 'jar')) || !existsSync(join(home, 'release'))) return 0
  const [, major] = /JAVA_VERSION="(\d+)/.exec(readFileSync(join(home, 'release'), 'utf8')) ?? []
  return Number(major ?? 0)
}
