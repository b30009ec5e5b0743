import type { Config } from '#api/config.ts'
import type { Context } from '#api/context.ts'
import { SUBJECT_CODE_MINUTES } from '#shared/constants.ts'
import type { PrivacyAnswer } from '#shared/contracts/privacy/privacy.ts'
import { FIELD_LABELS } from '#shared/labels/fields.ts'

export const operatorOf = ({
  operatorName: name,
  operatorAddress: address,
  privacyContact: contact
}: Pick<Config, 'operatorName' | 'operatorAddress' | 'privacyContact'>) => ({ name, address, contact })

const isRest = (label: string) => label === FIELD_LABELS.other

/** Who answers for the data and where they are from: of sources that answer, without their titles. */
export async function describePrivacy({
  config,
  sources,
  notifier
}: Pick<Context, 'config' | 'sources' | 'notifier'>): Promise<PrivacyAnswer> {
  const groups = new Map<string, PrivacyAnswer['sources'][number]>()
  for (const { kind, origin, basis, columns } of (await sources.current()).sources.values()) {
    const key = `${kind}/${origin}/${basis}`
    const group = groups.get(key) ?? { kind, origin, basis, count: 0, holds: [] }
    const held = columns.map(({ kind }) => FIELD_LABELS[kind])
    group.count += 1
    group.holds = [...new Set([...group.holds, ...held])]
    groups.set(key, group)
  }
  return {
    ok: true,
    operator: operatorOf(config),
    sources: [...groups.values()]
      .map(group => ({
        ...group,
        holds: group.holds.toSorted((one, other) => Number(isRest(one)) - Number(isRest(other)))
      }))
      .toSorted((one, other) => other.count - one.count),
    channels: [...notifier.channels],
    handed_over: notifier.isHandedOver,
    code_minutes: SUBJECT_CODE_MINUTES,
    history_days: config.historyDays,
    audit_days: config.auditDays,
    request_days: config.subjectRequestDays
  }
}
