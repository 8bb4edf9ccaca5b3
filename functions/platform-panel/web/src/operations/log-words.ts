// What entries of the log mean for the agency. The messages themselves are those of the log files, in English; the ones that
// someone of the agency can act on are explained. A test holds the messages against the sources.

/** Message of an entry: what happened, and what to do. */
export const EXPLANATIONS: Record<string, { says: string; advice: string }> = {
  "a step failed on the host": {
    says: "O site recusou um passo da publicação.",
    advice: "Veja a resposta do site na Fila. Se for de acesso, teste a conexão do site.",
  },
  "the step will be retried": {
    says: "O site não respondeu à publicação.",
    advice: "A Pauta tenta de novo sozinha; a Fila mostra quando.",
  },
  "a host password cannot be opened": {
    says: "A senha de aplicativo de um site não pôde ser lida.",
    advice: "Informe a senha de novo na conexão do site.",
  },
  "a picture could not be read": {
    says: "A imagem de um conteúdo não pôde ser lida do armazenamento.",
    advice: "Envie a imagem de novo no conteúdo.",
  },
  "the host took the picture in no format": {
    says: "O site não aceitou a imagem em nenhum formato.",
    advice: "Veja no site quais tipos de arquivo ele permite.",
  },
  "the host did not store the featured picture": {
    says: "O site aceitou o conteúdo, mas não guardou a imagem de destaque.",
    advice: "Confira se o perfil do usuário da Pauta no site pode enviar arquivos.",
  },
  "the host did not store the FAQ fields": {
    says: "O site aceitou o conteúdo, mas não guardou as perguntas frequentes.",
    advice: "Confira se a extensão de perguntas frequentes do site está ativa.",
  },
  "the host did not accept a late edit": {
    says: "O site não aceitou a última mudança de um conteúdo agendado.",
    advice: "Abra o conteúdo e publique a mudança de novo.",
  },
  "the publishing tick did not run for more than ten minutes": {
    says: "A agenda ficou parada por mais de dez minutos.",
    advice: "As publicações atrasadas já seguem. Se acontecer de novo, avise quem cuida do servidor.",
  },
  "the job's post is gone": {
    says: "Uma publicação ficou sem o seu conteúdo.",
    advice: "Copie os detalhes e avise quem cuida do servidor.",
  },
  "a publication message failed five times and is moved to the dead-letter queue": {
    says: "Uma publicação falhou cinco vezes antes de começar.",
    advice: "Veja a Fila e tente de novo. Se falhar, avise quem cuida do servidor.",
  },
  "a notification was not delivered": {
    says: "Um aviso não foi entregue.",
    advice: "O motivo está nos detalhes. Confira o endereço e o canal em Configurações, Notificações.",
  },
  "a notification will be retried": {
    says: "Um aviso não foi entregue e será enviado de novo.",
    advice: "Não é preciso fazer nada.",
  },
  "a notification message failed five times and is moved to the dead-letter queue": {
    says: "Um aviso falhou cinco vezes.",
    advice: "Confira o canal em Configurações, Notificações, com o botão de teste.",
  },
  "the mail server cannot be used": {
    says: "O servidor de e-mail não pôde ser usado.",
    advice: "Confira os dados em Configurações, Notificações, e envie um e-mail de teste.",
  },
  "the mail server's address is not permitted": {
    says: "O endereço do servidor de e-mail não é permitido.",
    advice: "Use o endereço público do servidor em Configurações, Notificações.",
  },
  "the settings of the mail server could not be read": {
    says: "Os dados do servidor de e-mail não puderam ser lidos.",
    advice: "Salve-os de novo em Configurações, Notificações.",
  },
  "the outcome of sending a mail is unknown": {
    says: "Não se sabe se um e-mail chegou.",
    advice: "Pergunte à pessoa. Se não chegou, envie de novo.",
  },
  "an invitation was not sent": {
    says: "Um convite não foi enviado.",
    advice: "Envie de novo em Pessoas. Se falhar, confira o servidor de e-mail.",
  },
  "no link for a new password was sent": {
    says: "O link de uma nova senha não foi enviado.",
    advice: "Confira o servidor de e-mail em Configurações, Notificações.",
  },
  "a refresh token was used twice; its session was ended": {
    says: "Uma sessão foi encerrada por segurança: a mesma credencial foi usada duas vezes.",
    advice: "Se a pessoa não sabe por quê, peça que ela troque a senha.",
  },
  "the provider does not know the key": {
    says: "O provedor de IA não aceita a chave.",
    advice: "Troque a chave em Configurações, Chaves, e teste.",
  },
  "the provider generated nothing": {
    says: "Um provedor de IA não gerou nada.",
    advice: "A Pauta usa o próximo provedor, se houver. Veja o crédito da conta.",
  },
  "no provider generated what was asked for": {
    says: "Nenhum provedor de IA gerou o que foi pedido.",
    advice: "Confira as chaves e o crédito das contas.",
  },
  "the search provider refuses the OAuth client": {
    says: "O Google não aceita as credenciais da Pauta para o Search Console.",
    advice: "Confira o ID e o segredo do cliente em Configurações.",
  },
  "a site was not connected to the search console": {
    says: "A conexão de um site com o Search Console não foi feita.",
    advice: "Conecte de novo na aba Busca do site.",
  },
  "a search engine was not told for certain": {
    says: "Não se sabe se um buscador foi avisado de um conteúdo.",
    advice: "Não é preciso fazer nada: o sitemap também o anuncia.",
  },
  "LanguageTool did not check a text": {
    says: "O corretor de gramática não respondeu.",
    advice: "A revisão volta sozinha. Se continuar, confira o servidor do LanguageTool.",
  },
};
