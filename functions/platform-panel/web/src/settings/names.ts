// What settings are called on the screen.

export type Setting = {
  label: string;
  /** The heading before it. */ heading?: string;
  help?: string;
  secret?: boolean;
  choices?: { value: string; label: string }[];
};

export const SETTINGS: Record<string, Setting> = {
  OPENAI_API_KEY: { label: "OpenAI", help: "Textos e imagens.", secret: true },
  ANTHROPIC_API_KEY: { label: "Anthropic", help: "Textos.", secret: true },
  GEMINI_API_KEY: { label: "Google Gemini", help: "Textos e imagens.", secret: true },
  UNSPLASH_ACCESS_KEY: { label: "Unsplash", help: "Banco de imagens.", secret: true },
  PEXELS_API_KEY: { label: "Pexels", help: "Banco de imagens.", secret: true },
  SMTP_HOST: {
    heading: "E-mail",
    label: "Servidor de e-mail",
    help: "Nome do servidor SMTP, por exemplo smtp.provedor.com.br.",
  },
  SMTP_PORT: { label: "Porta", help: "Em geral 587 ou 465." },
  SMTP_TLS: {
    label: "Conexão segura",
    choices: [
      { value: "", label: "Conforme a porta" },
      { value: "starttls", label: "STARTTLS" },
      { value: "implicit", label: "TLS desde o início" },
      { value: "none", label: "Nenhuma" },
    ],
  },
  SMTP_USER: { label: "Usuário" },
  SMTP_PASSWORD: { label: "Senha", secret: true },
  MAIL_FROM: { label: "Remetente", help: "Nome e endereço, por exemplo Agência <contato@agencia.com.br>." },
  WHATSAPP_API_PROVIDER: {
    heading: "WhatsApp",
    label: "Provedor do WhatsApp",
    choices: [
      { value: "", label: "Nenhum" },
      { value: "cloud", label: "Meta (Cloud API)" },
      { value: "evolution", label: "Evolution API" },
      { value: "zapi", label: "Z-API" },
    ],
  },
  WHATSAPP_API_URL: { label: "Endereço da API" },
  WHATSAPP_API_VERSION: { label: "Versão da API" },
  WHATSAPP_API_INSTANCE: { label: "Instância ou número" },
  WHATSAPP_API_TOKEN: { label: "Token", secret: true },
  WHATSAPP_API_SECURITY_TOKEN: { label: "Token de segurança", secret: true },
  WHATSAPP_API_COUNTRY: { label: "País dos números sem código", help: "Por exemplo 55." },
  WHATSAPP_API_TEMPLATE: { label: "Modelo do pedido de aprovação" },
  WHATSAPP_API_TEMPLATE_PUBLISHED: { label: "Modelo do aviso de publicação" },
  WHATSAPP_API_TEMPLATE_LANG: { label: "Idioma dos modelos" },
  SEARCH_PROVIDER_CLIENT_ID: {
    label: "Identificador do cliente OAuth",
    help: "Do projeto da agência no provedor de busca.",
  },
  SEARCH_PROVIDER_CLIENT_SECRET: { label: "Segredo do cliente OAuth", secret: true },
  AGENCY_NAME: {
    label: "Nome da agência",
    help: "Aparece como remetente e no alto de cada e-mail e página de aprovação.",
  },
  AGENCY_LOGO: {
    label: "Logotipo",
    help: "Endereço https de uma imagem PNG ou JPEG que já está no site da agência. Aparece no lugar do nome.",
  },
  AGENCY_REPLY_TO: { label: "E-mail para respostas", help: "Recebe o que o cliente responde aos e-mails." },
  OPENAI_MODEL: { label: "OpenAI: artigos" },
  OPENAI_MODEL_SMALL: { label: "OpenAI: textos curtos" },
  OPENAI_MODEL_IMAGE: { label: "OpenAI: imagens" },
  ANTHROPIC_MODEL: { label: "Anthropic: artigos" },
  ANTHROPIC_MODEL_SMALL: { label: "Anthropic: textos curtos" },
  GEMINI_MODEL: { label: "Gemini: artigos" },
  GEMINI_MODEL_SMALL: { label: "Gemini: textos curtos" },
  GEMINI_MODEL_IMAGE: { label: "Gemini: imagens" },
  AI_IMAGE_MONTHLY_QUOTA: { label: "Imagens por pessoa e mês" },
};

export function settingOf(key: string): Setting {
  return SETTINGS[key] ?? { label: key };
}
