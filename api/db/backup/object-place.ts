import { S3Client } from 'bun'
import type { Config } from '#api/config.ts'
import { type ArchivePlace, BackupError, streamOf } from './place.ts'

export type StorageSettings = Pick<
  Config,
  's3Endpoint' | 's3Region' | 's3AccessKeyId' | 's3SecretAccessKey' | 's3SessionToken'
>

/** An upload has at most 10,000 parts: 312 GiB in all. A few parts are in memory at a time. */
const PART_BYTES = 32 * 1024 ** 2
const PARTS_AT_ONCE = 2

const ADDRESS = /^s3:\/\/([^/]+)\/(.*[^/])$/
/** Told by a server that has no such object, where the bucket is there. */
const ABSENT = 'NoSuchKey'
/** An object without bytes has no first one. */
const EMPTY = 'InvalidRange'

/** Why storage refused, by its code or that of the connection, and what to do. */
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
 * An object in storage that speaks S3.
 *
 * @param address «s3://bucket/path»
 * @throws BackupError when there is no such address or no access key.
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
    // What is undefined the client takes from variables of the process that are no settings of ours.
    sessionToken: settings.s3SessionToken ?? '',
    ...(endpoint === null ? amazon(region ?? 'us-east-1') : { endpoint, ...(region !== null && { region }) })
  })

  /** Asks for the first byte: to a HEAD request the server cannot say why it refuses. */
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
        // Somebody else may have written one since: the upload of ours is completed after this.
        await assertFree()
      }
      const body = new Response(streamOf(counted()))
      try {
        // A writer of the client would complete the object when it is given an error; this way it aborts the upload.
        await client.write(key, body, { partSize: PART_BYTES, queueSize: PARTS_AT_ONCE })
        const { size } = await client.stat(key)
        if (size !== bytes)
          throw new BackupError(`Хранилище приняло не всю копию: объект ${address} не такой, какой записан.`)
      } catch (error) {
        // The client aborts without being waited for; it has asked for that by the time this is answered.
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

/** What storage or the way to it refuses as a `BackupError`; any other error as it is. */
function explained(error: unknown, address: string): unknown {
  const { name, code = '' } = error as { name?: string; code?: string }
  if (name !== 'S3Error') return error
  const [, reason] = REASONS.find(([codes]) => codes.test(code)) ?? []
  return new BackupError(`${address}: ${reason ?? `хранилище отказало (${code || 'без кода'})`}.`)
}
