import { PRODUCT_NAME } from '#shared/constants.ts'

/** The wordmark: two sheets and what they share. */
export const Brand = ({ href }: { href: string }) => (
  <a className="brand" href={href}>
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path className="b" d="M9 8.5h7.5V16H9z" />
      <rect className="a" x="2.75" y="2.75" width="13.5" height="13.5" rx="2" />
      <rect className="a" x="8.75" y="8.25" width="12.5" height="13" rx="2" />
    </svg>
    <span>{PRODUCT_NAME}</span>
  </a>
)
