interface Option<T extends string> {
  value: T
  title: string
}

interface ChoiceProps<T extends string> {
  label: string
  options: readonly Option<T>[]
  value: T
  onChoose: (value: T) => void
}

/** One of a few, as pressed buttons: it acts at once. */
export const Choice = <T extends string>({ label, options, value, onChoose }: ChoiceProps<T>) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset would carry a legend into a menu
  <div className="seg" role="group" aria-label={label}>
    {options.map(option => (
      <button
        type="button"
        key={option.value}
        aria-pressed={option.value === value}
        onClick={() => onChoose(option.value)}
      >
        {option.title}
      </button>
    ))}
  </div>
)

interface RadioChoiceProps<T extends string> extends ChoiceProps<T> {
  name: string
}

/** One of a few inside a form, as radios. */
export const RadioChoice = <T extends string>({
  label,
  name,
  options,
  value,
  onChoose
}: RadioChoiceProps<T>) => (
  <fieldset className="field">
    <legend>{label}</legend>
    <div className="seg amounts">
      {options.map(option => (
        <label key={option.value} data-chosen={option.value === value ? '' : undefined}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChoose(option.value)}
          />
          {option.title}
        </label>
      ))}
    </div>
  </fieldset>
)
