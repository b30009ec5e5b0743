import { S3Client } from 'bun'
import type { Config } from '#api/config.ts'
import { type ArchivePlace, BackupError, streamOf } from './place.ts'

export type StorageSettings = Pick<
  Config,
  's3Endpoint' | 's3Region' | 's3AccessKeyId' | 's3SecretAccessKey' | 's3SessionToken'
>

/** 10,000 parts make 312 GiB; a few are in memory. */
const PART_BYTES = 32 * 1024 ** 2
const PARTS_AT_ONCE = 2

const ADDRESS = /^s3:\/\/([^/]+)\/(.*[^/])$/
/** Code of a missing object in an existing bucket. */
const ABSENT = 'NoSuchKey'
const EMPTY = 'InvalidRange'

const REASONS: [codes: RegExp, reason: string][] = [
  [/^NoSuchKey$/, 'такого объекта нет'],
  [/^NoSuchBucket$/, 'такой корзины нет: проверьте адрес и S3_ENDPOINT'],
  [
    /^(AccessDenied|AllAccessDisabled|AccountProblem)$/,
    'нет доступа. Ключу нужны права читать и писать объекты этой корзины'
  ],
  [
    /^(InvalidAccessKeyId|SignatureDoesNotMatch|InvalidToken|ExpiredToken|TokenRefreshRequired)$/,
    'ключ доступа не принят: проверьте S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY и S3_SESSION_TOKEN'
  ],
  [/^RequestTimeTooSkewed$/, 'часы этой машины и хранилища расходятся'],
  [
    /^(PermanentRedirect|TemporaryRedirect|AuthorizationHeaderMalformed|IllegalLocationConstraintException)$/,
    'корзина в другом регионе: проверьте S3_REGION и S3_ENDPOINT'
  ],
  [/Full|Quota|InsufficientStorage|^EntityTooLarge$/, 'кончилось место'],
  [
    /^(InternalError|ServiceUnavailable|SlowDown|OperationAborted|RequestTimeout|ServerBusy)$/,
    'хранилище сейчас не справляется. Повторите команду позже'
  ],
  [/TLS|SSL|CERT/i, 'защищённое соединение не установлено: проверьте S3_ENDPOINT и сертификат хранилища'],
  [
    /^(Connection|DNS|Timeout|FailedToOpen|E[A-Z]+$|Unreachable|Network)/,
    'связи с хранилищем нет или она прервалась: проверьте S3_ENDPOINT и повторите команду'
  ]
]

/**
 * An object in S3 storage.
 * @param address «s3://bucket/path»
 * @throws BackupError without an address or access key.
 */
export function objectPlace(address: string, settings: StorageSettings): ArchivePlace {
  const [, bucket, key] = ADDRESS.exec(address) ?? []
  if (!bucket || !key)
    throw new BackupError(`${address} — не адрес объекта: нужен вид s3://корзина/путь/имя.backup.`)
  if (!settings.s3AccessKeyId || !settings.s3SecretAccessKey)
    throw new BackupError(
      'Для адреса s3:// нужны переменные S3_ACCESS_KEY_ID и S3_SECRET_ACCESS_KEY, а для хранилища не Amazon и S3_ENDPOINT.'
    )
  const { s3Endpoint: endpoint, s3Region: region } = settings
  const client = new S3Client({
    bucket,
    accessKeyId: settings.s3AccessKeyId,
    secretAccessKey: settings.s3SecretAccessKey,
    // Undefined would let the client read other variables.
    sessionToken: settings.s3SessionToken ?? '',
    ...(endpoint === null ? amazon(region ?? 'us-east-1') : { endpoint, ...(region !== null && { region }) })
  })

  /** Reads a byte, because a HEAD request gets no reason. */
  async function exists(): Promise<boolean> {
    try {
      await client
        .file(key ?? '')
        .slice(0, 1)
        .bytes()
      return true
    } catch (error) {
      const { code } = error as { code?: string }
      if (code === ABSENT) return false
      if (code === EMPTY) return true
      throw explained(error, address)
    }
  }

  const assertFree = async () => {
    if (await exists()) throw new BackupError(`Объект ${address} уже есть. Выберите другое имя.`)
  }

  return {
    name: address,
    assertFree,

    async write(content) {
      let bytes = 0
      async function* counted(): AsyncGenerator<Uint8Array> {
        for await (const chunk of content) {
          bytes += chunk.length
          yield chunk
        }
        // Last check before the upload completes.
        await assertFree()
      }
      const body = new Response(streamOf(counted()))
      try {
        // A writer would complete the object on error; a body aborts it.
        await client.write(key, body, { partSize: PART_BYTES, queueSize: PARTS_AT_ONCE })
        const { size } = await client.stat(key)
        if (size !== bytes)
          throw new BackupError(`Хранилище приняло не всю копию: объект ${address} не такой, какой записан.`)
      } catch (error) {
        // The abort has been sent by the time this is answered.
        await exists().catch(() => {})
        throw explained(error, address)
      }
    },

    async *read() {
      try {
        yield* client.file(key).stream()
      } catch (error) {
        throw explained(error, address)
      }
    }
  }
}

const amazon = (region: string) => ({ region, endpoint: `https://s3.${region}.amazonaws.com` })

/** Turns refusals of storage into `BackupError`. */
function explained(error: unknown, address: string): unknown {
  const { name, code = '' } = error as { name?: string; code?: string }
  if (name !== 'S3Error') return error
  const [, reason] = REASONS.find(([codes]) => codes.test(code)) ?? []
  return new BackupError(`${address}: ${reason ?? `хранилище отказало (${code || 'без кода'})`}.`)
}
