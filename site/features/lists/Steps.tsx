const STEPS = ['Список и цена', 'Поиск', 'Итог']

/** @param at From 1. */
export const Steps = ({ at }: { at: 1 | 2 | 3 }) => (
  <ol className="row small no-print" aria-label="Шаги">
    {STEPS.map((step, place) => (
      <li key={step} aria-current={place + 1 === at ? 'step' : undefined}>
        {place + 1 === at ? (
          <b>{`${place + 1}. ${step}`}</b>
        ) : (
          <span className="muted">{`${place + 1}. ${step}`}</span>
        )}
      </li>
    ))}
  </ol>
)
