/** «полная дата, документ или телефон» */
export const joinedIf = (facts: string): string =>
  `Один и тот же, если ${/, | или /.test(facts) ? 'совпадут' : 'совпадёт'}: ${facts}.`
