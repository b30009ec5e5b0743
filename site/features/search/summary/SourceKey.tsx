const KEYS = [
  ['yes', 'подтверждает'],
  ['part', 'частично'],
  ['no', 'расходится'],
  ['none', 'молчит']
] as const

/** What the cells mean. */
export const SourceKey = () => (
  <ul className="legend small soft">
    {KEYS.map(([state, text], at) => (
      <li key={state}>
        <span className="cells" aria-hidden="true">
          <i data-s={state}>{state === 'none' ? '' : at + 1}</i>
        </span>
        {text}
      </li>
    ))}
  </ul>
)
