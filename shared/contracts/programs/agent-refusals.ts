/** Refusals of messages of the Model Context Protocol, before a tool runs. */
export const AGENT_REFUSALS = {
  NOT_ACCEPTABLE: { status: 406, text: 'В заголовке Accept нужны application/json и text/event-stream' },
  BAD_MESSAGE: { status: 400, text: 'Это не сообщение JSON-RPC 2.0' },
  TOO_MANY_MESSAGES: { status: 400, text: 'Больше 10 сообщений за один раз. Отправьте их по частям.' },
  REPEATED_MESSAGE_ID: {
    status: 400,
    text: 'Номер сообщения (id) повторяется. У каждого сообщения нужен свой.'
  },
  INITIALIZE_ALONE: { status: 400, text: 'Сообщение initialize отправляют отдельно от других' },
  UNKNOWN_PROTOCOL_VERSION: {
    status: 400,
    text: 'Версия протокола из заголовка MCP-Protocol-Version не поддерживается'
  },
  UNKNOWN_METHOD: { status: 404, text: 'Такого метода нет' },
  UNKNOWN_TOOL: { status: 404, text: 'Такого инструмента нет' }
} as const
