//! Error codes of requests, of parameters, and of several resources. The codes of a single resource are declared with
//! its contract, in the same form ([`crate::error_codes`]).

use super::message::Status;

const A: Status = Status::Authorization;
const D: Status = Status::None;
const U: Status = Status::Unstated;

const fn s(status: u16) -> Status {
    Status::Fixed(status)
}

/// A 5xx status with which deployed systems answer a mistake of the client.
const fn deployed(status: u16) -> Status {
    Status::Deployed(status)
}

crate::error_codes! {
    // The request itself.
    NO_ROUTE = "rest_no_route", s(404), "Nenhuma rota corresponde a este endereço e método.", "No route matches this address and method.";
    PATH_INVALID_TYPE = "rest_path_invalid_type", s(400), "O parâmetro rest_route deve ser texto.", "The rest_route parameter must be text.";
    INVALID_JSON = "rest_invalid_json", s(400), "O corpo da requisição não é JSON válido.", "The request body is not valid JSON.";
    CALLBACK_INVALID = "rest_callback_invalid", s(400), "O nome da função JSONP é inválido.", "The JSONP callback name is invalid.";
    CALLBACK_DISABLED = "rest_callback_disabled", s(400), "JSONP não está disponível para requisições autenticadas.", "JSONP is not available to authenticated requests.";
    QUERY_TOO_LONG = "rest_query_too_long", s(414), "O endereço é longo demais.", "The address is too long.";
    QUERY_INVALID = "rest_query_invalid", s(400), "O endereço ou formulário tem parâmetros demais, aninhados demais ou com nomes longos demais.", "The address or form has too many or too deeply nested parameters, or names that are too long.";
    BODY_TOO_LARGE = "rest_body_too_large", s(413), "O corpo da requisição é maior que {0} MB.", "The request body is larger than {0} MB.";
    BODY_UNREADABLE = "rest_body_unreadable", s(400), "O corpo da requisição chegou incompleto ou malformado.", "The request body arrived incomplete or malformed.";
    MALFORMED_REQUEST = "rest_malformed_request", s(400), "A requisição não segue o protocolo HTTP.", "The request does not follow the HTTP protocol.";
    MISDIRECTED_REQUEST = "rest_misdirected_request", s(421), "O site não atende por este nome de endereço.", "The site does not answer at this host name.";
    UNKNOWN_SITE = "unknown_site", s(404), "Nenhum site atende por este endereço.", "No site answers at this address.";
    TOO_MANY_ATTEMPTS = "rest_too_many_attempts", s(429), "Muitas tentativas com credenciais erradas. Tente de novo em {0} segundos.", "Too many attempts with wrong credentials. Try again in {0} seconds.";
    INTERNAL = "rest_internal_error", s(500), "Erro interno. Tente de novo em instantes.", "Internal error. Try again shortly.";
    STORAGE_FULL = "rest_storage_full", s(503), "O armazenamento do site está cheio: nada foi gravado. Peça a quem opera o site que libere espaço.", "The site's storage is full: nothing was written. Ask the operator to make room.";
    STORE_UNAVAILABLE = "rest_store_unavailable", s(503), "O armazenamento do site não responde. Tente de novo em instantes; se continuar, avise quem opera o site.", "The site's storage cannot be reached. Try again shortly; if it persists, tell the operator.";
    BUSY = "rest_busy", s(503), "O site está ocupado. Tente de novo em instantes.", "The site is busy. Try again shortly.";
    RESPONSE_TOO_LARGE = "rest_response_too_large", s(400), "A resposta teria texto demais. Peça menos itens com per_page, ou menos campos com _fields.", "The response would have too much text. Ask for fewer items with per_page, or for fewer fields with _fields.";
    QUERY_STOPPED = "rest_query_stopped", s(503), "A consulta demorou demais e foi interrompida. Restrinja a busca ou tente de novo em instantes.", "The query took too long and was stopped. Narrow it, or try again shortly.";
    INVALID_NAMESPACE = "rest_invalid_namespace", s(404), "Este namespace não existe.", "This namespace does not exist.";
    FORBIDDEN = "rest_forbidden", A, "Você não tem permissão para isto.", "You may not do this.";
    FORBIDDEN_CONTEXT = "rest_forbidden_context", A, "Você não tem permissão para ver este conteúdo no contexto de edição.", "You may not see this in the edit context.";
    BATCH_NOT_ALLOWED = "rest_batch_not_allowed", s(400), "Esta rota não aceita requisições em lote.", "This route does not accept batched requests.";
    PARSE_PATH_FAILED = "parse_path_failed", s(400), "O caminho da requisição não pôde ser lido.", "The path of the request could not be read.";

    // Parameters.
    INVALID_PARAM = "rest_invalid_param", s(400), "Parâmetros inválidos: {0}", "Invalid parameters: {0}";
    INVALID_PARAM_BARE = "rest_invalid_param", s(400), "Parâmetro inválido.", "Invalid parameter.";
    MISSING_PARAM = "rest_missing_callback_param", s(400), "Parâmetros obrigatórios ausentes: {0}", "Missing required parameters: {0}";
    INVALID_TYPE = "rest_invalid_type", D, "{0} não é do tipo {1}.", "{0} is not of type {1}.";
    NOT_IN_ENUM = "rest_not_in_enum", D, "{0} deve ser um destes valores: {1}.", "{0} must be one of: {1}.";
    OUT_OF_BOUNDS = "rest_out_of_bounds", D, "{0} está fora dos limites ({1}).", "{0} is out of bounds ({1}).";
    INVALID_MULTIPLE = "rest_invalid_multiple", D, "{0} deve ser múltiplo de {1}.", "{0} must be a multiple of {1}.";
    TOO_SHORT = "rest_too_short", D, "{0} deve ter ao menos {1} caracteres.", "{0} must have at least {1} characters.";
    TOO_LONG = "rest_too_long", D, "{0} deve ter no máximo {1} caracteres.", "{0} must have at most {1} characters.";
    TOO_MANY_BYTES = "rest_too_long", D, "{0} deve ter no máximo {1} bytes.", "{0} must have at most {1} bytes.";
    TOO_MANY_WORDS = "rest_too_many_items", D, "{0} deve ter no máximo {1} palavras.", "{0} must have at most {1} words.";
    INVALID_PATTERN = "rest_invalid_pattern", D, "{0} não tem a forma {1}.", "{0} does not have the form {1}.";
    TOO_FEW_ITEMS = "rest_too_few_items", D, "{0} deve ter ao menos {1} itens.", "{0} must have at least {1} items.";
    TOO_MANY_ITEMS = "rest_too_many_items", D, "{0} deve ter no máximo {1} itens.", "{0} must have at most {1} items.";
    DUPLICATE_ITEMS = "rest_duplicate_items", D, "{0} tem itens repetidos.", "{0} has duplicate items.";
    PROPERTY_REQUIRED = "rest_property_required", D, "{0} é obrigatório em {1}.", "{0} is required in {1}.";
    ADDITIONAL_PROPERTIES = "rest_additional_properties_forbidden", D, "{0} não é aceito em {1}.", "{0} is not accepted in {1}.";
    NO_MATCHING_SCHEMA = "rest_no_matching_schema", D, "{0} não corresponde a nenhuma das formas aceitas ({1}).", "{0} matches none of the accepted schemas ({1}).";
    NO_MATCHING_FORM = "rest_no_matching_schema", D, "{0} não corresponde a nenhuma das formas aceitas.", "{0} matches none of the accepted schemas.";
    NO_MATCHING_SCHEMA_BECAUSE = "rest_no_matching_schema", D, "{0} não corresponde a {1}: {2}", "{0} does not match {1}: {2}";
    ONE_OF_MULTIPLE = "rest_one_of_multiple_matches", D, "{0} corresponde a mais de uma das formas aceitas.", "{0} matches more than one of the accepted schemas.";
    INVALID_URL = "rest_invalid_url", D, "{0} não é um endereço válido.", "{0} is not a valid address.";
    INVALID_DATE_PARAM = "rest_invalid_date", D, "{0} não é uma data válida.", "{0} is not a valid date.";
    INVALID_EMAIL_PARAM = "rest_invalid_email", D, "{0} não é um e-mail válido.", "{0} is not a valid e-mail address.";
    INVALID_IP_PARAM = "rest_invalid_ip", D, "{0} não é um endereço IP válido.", "{0} is not a valid IP address.";
    INVALID_UUID_PARAM = "rest_invalid_uuid", D, "{0} não é um UUID válido.", "{0} is not a valid UUID.";
    INVALID_HEX_COLOR_PARAM = "rest_invalid_hex_color", D, "{0} não é uma cor válida.", "{0} is not a valid colour.";
    FORBIDDEN_STATUS = "rest_forbidden_status", A, "Este status não pode ser consultado.", "This status may not be listed.";

    // Credentials.
    INVALID_USERNAME = "invalid_username", s(401), "Usuário desconhecido. Confira o nome ou tente o e-mail.", "Unknown user name. Check it or try the e-mail address.";
    INVALID_EMAIL_LOGIN = "invalid_email", s(401), "E-mail desconhecido. Confira o endereço ou tente o nome de usuário.", "Unknown e-mail address. Check it or try the user name.";
    INCORRECT_PASSWORD = "incorrect_password", s(401), "A senha de aplicativo está incorreta.", "The application password is incorrect.";
    NOT_LOGGED_IN = "rest_not_logged_in", s(401), "Você não está autenticado.", "You are not signed in.";

    // Posts and other content.
    POST_INVALID_ID = "rest_post_invalid_id", s(404), "Identificador inválido.", "Invalid identifier.";
    POST_EXISTS = "rest_post_exists", s(400), "Não é possível criar um item que já existe.", "An existing item cannot be created.";
    CANNOT_CREATE = "rest_cannot_create", A, "Você não tem permissão para criar isto.", "You may not create this.";
    CANNOT_EDIT = "rest_cannot_edit", A, "Você não tem permissão para editar isto.", "You may not edit this.";
    CANNOT_DELETE = "rest_cannot_delete", A, "Você não tem permissão para excluir isto.", "You may not delete this.";
    CANNOT_READ = "rest_cannot_read", A, "Você não tem permissão para ler isto.", "You may not read this.";
    CANNOT_VIEW = "rest_cannot_view", A, "Você não tem permissão para ver isto.", "You may not view this.";
    CANNOT_UPDATE = "rest_cannot_update", A, "Você não tem permissão para alterar isto.", "You may not change this.";
    INVALID_AUTHOR = "rest_invalid_author", s(400), "Autor desconhecido.", "Unknown author.";
    TRASH_NOT_SUPPORTED = "rest_trash_not_supported", deployed(501), "Este item não vai para a lixeira. Use force=true para excluí-lo.", "This item cannot be trashed. Set force=true to delete it.";
    ALREADY_TRASHED = "rest_already_trashed", s(410), "Este item já está na lixeira.", "This item is already in the trash.";
    NO_SEARCH_TERM = "rest_no_search_term_defined", s(400), "Para ordenar por relevância é preciso uma busca.", "Ordering by relevance needs a search.";
    ORDERBY_INCLUDE_MISSING = "rest_orderby_include_missing_include", s(400), "Para ordenar por include é preciso o parâmetro include.", "Ordering by include needs the include parameter.";
    EMPTY_CONTENT = "empty_content", s(400), "Título, conteúdo e resumo estão vazios.", "Title, content and excerpt are empty.";
    INVALID_DATE = "invalid_date", s(400), "Esta data não existe.", "The date is impossible.";

    // Terms.
    TERM_INVALID = "rest_term_invalid", s(404), "O termo não existe.", "The term does not exist.";
    TAXONOMY_NOT_HIERARCHICAL = "rest_taxonomy_not_hierarchical", s(400), "Esta taxonomia não tem hierarquia.", "This taxonomy has no hierarchy.";
    TERM_EXISTS = "term_exists", s(400), "Já existe um termo com este nome neste nível.", "A term with this name exists at this level.";
    DUPLICATE_TERM_SLUG = "duplicate_term_slug", U, "O slug {0} já pertence a outro termo.", "The slug {0} belongs to another term.";
    EMPTY_TERM_NAME = "empty_term_name", U, "O nome do termo está vazio.", "The name of the term is empty.";

    // Users.
    USER_INVALID_ID = "rest_user_invalid_id", s(404), "Usuário inválido.", "Invalid user.";
    EXISTING_USER_LOGIN = "existing_user_login", U, "Este nome de usuário já existe.", "This user name exists.";
    EXISTING_USER_EMAIL = "existing_user_email", U, "Este e-mail já está em uso.", "This e-mail address is in use.";
    USER_INVALID_REASSIGN = "rest_user_invalid_reassign", s(400), "O usuário que receberia o conteúdo é inválido.", "The user who would receive the content is invalid.";

    // Comments.
    COMMENT_DUPLICATE = "comment_duplicate", s(409), "Este comentário já foi feito.", "This comment is a duplicate.";
    COMMENT_FLOOD = "comment_flood", s(400), "Seus comentários estão vindo rápido demais. Espere um pouco.", "Too many comments in a short time. Try again shortly.";
}
