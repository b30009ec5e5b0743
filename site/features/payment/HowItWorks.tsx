import { Card } from '#site/ui/Card.tsx'

/** What happens to the money and when, for whoever has nothing to pay yet. */
export const HowItWorks = () => (
  <Card title="Как это работает">
    <ol className="rows">
      <li>
        <b>Вы создаёте счёт.</b> У каждого счёта свой адрес в сети: на него платите только вы.
      </li>
      <li>
        <b>Вы переводите USDT на этот адрес.</b> Перевод появится здесь, как только его заметит сеть. Страницу
        можно закрыть.
      </li>
      <li>
        <b>Запросы зачисляются сами, один раз.</b> Это происходит, когда сеть подтвердит перевод, обычно за
        несколько минут.
      </li>
    </ol>
  </Card>
)
