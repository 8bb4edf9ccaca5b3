//! The table of error codes: name on the wire, default status, message in Portuguese and in English. Codes never
//! change; several rows share a name where a code has more than one meaning.

use super::message::{Code, Row, Status, members};

macro_rules! codes {
    ($($name:ident = $code:literal, $status:expr, $pt:literal, $en:literal;)+) => {
        $(#[doc = concat!("`", $code, "`: ", $en)] pub static $name: Code<{ members($pt) }> =
            Code::new(Row { name: $code, status: $status, pt: $pt, en: $en });)+

        /// Every row, in table order.
        pub static ALL: &[&Row] = &[$($name.row(),)+];
    };
}

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

codes! {
    // The request itself.
    NO_ROUTE = "rest_no_route", s(404), "Nenhuma rota corresponde a este endereço e método.", "No route matches this address and method.";
    PATH_INVALID_TYPE = "rest_path_invalid_type", s(400), "O parâmetro rest_route deve ser texto.", "The rest_route parameter must be text.";
    INVALID_JSON = "rest_invalid_json", s(400), "O corpo da requisição não é JSON válido.", "The request body is not valid JSON.";
    CALLBACK_INVALID = "rest_callback_invalid", s(400), "O nome da função JSONP é inválido.", "The JSONP callback name is invalid.";
    CALLBACK_DISABLED = "rest_callback_disabled", s(400), "JSONP não está disponível para requisições autenticadas.", "JSONP is not available to authenticated requests.";
    QUERY_TOO_LONG = "rest_query_too_long", s(414), "O endereço é longo demais.", "The address is too long.";
    QUERY_INVALID = "rest_query_invalid", s(400), "O endereço ou formulário tem parâmetros demais ou aninhados demais.", "The address or form has too many or too deeply nested parameters.";
    BODY_TOO_LARGE = "rest_body_too_large", s(413), "O corpo da requisição é maior que {0} MB.", "The request body is larger than {0} MB.";
    BODY_UNREADABLE = "rest_body_unreadable", s(400), "O corpo da requisição chegou incompleto ou malformado.", "The request body arrived incomplete or malformed.";
    UNKNOWN_SITE = "unknown_site", s(404), "Nenhum site atende por este endereço.", "No site answers at this address.";
    TOO_MANY_ATTEMPTS = "rest_too_many_attempts", s(429), "Muitas tentativas com credenciais erradas. Tente de novo em {0} segundos.", "Too many attempts with wrong credentials. Try again in {0} seconds.";
    INTERNAL = "rest_internal_error", s(500), "Erro interno. Tente de novo em instantes.", "Internal error. Try again shortly.";
    STORAGE_FULL = "rest_storage_full", s(503), "O armazenamento do site está cheio: nada foi gravado. Peça a quem opera o site que libere espaço.", "The site's storage is full: nothing was written. Ask the operator to make room.";
    BUSY = "rest_busy", s(503), "O site está ocupado. Tente de novo em instantes.", "The site is busy. Try again shortly.";
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
    INVALID_PATTERN = "rest_invalid_pattern", D, "{0} não tem a forma {1}.", "{0} does not have the form {1}.";
    TOO_FEW_ITEMS = "rest_too_few_items", D, "{0} deve ter ao menos {1} itens.", "{0} must have at least {1} items.";
    TOO_MANY_ITEMS = "rest_too_many_items", D, "{0} deve ter no máximo {1} itens.", "{0} must have at most {1} items.";
    DUPLICATE_ITEMS = "rest_duplicate_items", D, "{0} tem itens repetidos.", "{0} has duplicate items.";
    PROPERTY_REQUIRED = "rest_property_required", D, "{0} é obrigatório em {1}.", "{0} is required in {1}.";
    ADDITIONAL_PROPERTIES = "rest_additional_properties_forbidden", D, "{0} não é aceito em {1}.", "{0} is not accepted in {1}.";
    NO_MATCHING_SCHEMA = "rest_no_matching_schema", D, "{0} não corresponde a nenhuma das formas aceitas ({1}).", "{0} matches none of the accepted schemas ({1}).";
    NO_MATCHING_SCHEMA_BECAUSE = "rest_no_matching_schema", D, "{0} não corresponde a {1}: {2}", "{0} does not match {1}: {2}";
    ONE_OF_MULTIPLE = "rest_one_of_multiple_matches", D, "{0} corresponde a mais de uma das formas aceitas.", "{0} matches more than one of the accepted schemas.";
    INVALID_DATE_PARAM = "rest_invalid_date", D, "{0} não é uma data válida.", "{0} is not a valid date.";
    INVALID_EMAIL_PARAM = "rest_invalid_email", D, "{0} não é um e-mail válido.", "{0} is not a valid e-mail address.";
    INVALID_IP_PARAM = "rest_invalid_ip", D, "{0} não é um endereço IP válido.", "{0} is not a valid IP address.";
    INVALID_UUID_PARAM = "rest_invalid_uuid", D, "{0} não é um UUID válido.", "{0} is not a valid UUID.";
    INVALID_HEX_COLOR_PARAM = "rest_invalid_hex_color", D, "{0} não é uma cor válida.", "{0} is not a valid colour.";
    FORBIDDEN_STATUS = "rest_forbidden_status", A, "Este status não pode ser consultado.", "This status may not be listed.";
    INVALID_URL_PARAM = "rest_invalid_url", D, "{0} não é um endereço válido.", "{0} is not a valid address.";

    // Credentials.
    INVALID_USERNAME = "invalid_username", s(401), "Usuário desconhecido. Confira o nome ou tente o e-mail.", "Unknown user name. Check it or try the e-mail address.";
    INVALID_EMAIL_LOGIN = "invalid_email", s(401), "E-mail desconhecido. Confira o endereço ou tente o nome de usuário.", "Unknown e-mail address. Check it or try the user name.";
    INCORRECT_PASSWORD = "incorrect_password", s(401), "A senha de aplicação está incorreta.", "The application password is incorrect.";
    NOT_LOGGED_IN = "rest_not_logged_in", s(401), "Você não está autenticado.", "You are not signed in.";

    // Posts and other content.
    POST_INVALID_ID = "rest_post_invalid_id", s(404), "Identificador inválido.", "Invalid identifier.";
    POST_EXISTS = "rest_post_exists", s(400), "Não é possível criar um item que já existe.", "An existing item cannot be created.";
    CANNOT_CREATE = "rest_cannot_create", A, "Você não tem permissão para criar isto.", "You may not create this.";
    CANNOT_EDIT = "rest_cannot_edit", A, "Você não tem permissão para editar isto.", "You may not edit this.";
    CANNOT_EDIT_OTHERS = "rest_cannot_edit_others", A, "Você não tem permissão para criar ou editar em nome de outra pessoa.", "You may not create or edit in another person's name.";
    CANNOT_ASSIGN_STICKY = "rest_cannot_assign_sticky", A, "Você não tem permissão para fixar este item.", "You may not make this sticky.";
    CANNOT_ASSIGN_TERM = "rest_cannot_assign_term", A, "Você não tem permissão para atribuir estes termos.", "You may not assign these terms.";
    CANNOT_PUBLISH = "rest_cannot_publish", A, "Você não tem permissão para publicar.", "You may not publish.";
    CANNOT_DELETE = "rest_cannot_delete", A, "Você não tem permissão para excluir isto.", "You may not delete this.";
    CANNOT_READ = "rest_cannot_read", A, "Você não tem permissão para ler isto.", "You may not read this.";
    CANNOT_VIEW = "rest_cannot_view", A, "Você não tem permissão para ver isto.", "You may not view this.";
    CANNOT_UPDATE = "rest_cannot_update", A, "Você não tem permissão para alterar isto.", "You may not change this.";
    INVALID_AUTHOR = "rest_invalid_author", s(400), "Autor desconhecido.", "Unknown author.";
    INVALID_FIELD = "rest_invalid_field", s(400), "Um item fixado não pode ter senha.", "A sticky item cannot have a password.";
    NO_FEATURED_MEDIA = "rest_no_featured_media", s(400), "Uma mídia não pode ter imagem destacada.", "A media item cannot have a featured image.";
    TRASH_NOT_SUPPORTED = "rest_trash_not_supported", deployed(501), "Este item não vai para a lixeira. Use force=true para excluí-lo.", "This item cannot be trashed. Set force=true to delete it.";
    ALREADY_TRASHED = "rest_already_trashed", s(410), "Este item já está na lixeira.", "This item is already in the trash.";
    INVALID_PAGE_NUMBER = "rest_post_invalid_page_number", s(400), "A página pedida é maior que o número de páginas.", "The requested page is beyond the last one.";
    NO_SEARCH_TERM = "rest_no_search_term_defined", s(400), "Para ordenar por relevância é preciso uma busca.", "Ordering by relevance needs a search.";
    ORDERBY_INCLUDE_MISSING = "rest_orderby_include_missing_include", s(400), "Para ordenar por include é preciso o parâmetro include.", "Ordering by include needs the include parameter.";
    INCORRECT_POST_PASSWORD = "rest_post_incorrect_password", s(403), "A senha do conteúdo está incorreta.", "The password of the content is incorrect.";
    EMPTY_CONTENT = "empty_content", s(400), "Título, conteúdo e resumo estão vazios.", "Title, content and excerpt are empty.";
    INVALID_DATE = "invalid_date", s(400), "A data é impossível.", "The date is impossible.";
    INVALID_PARAM_TEMPLATE = "rest_invalid_param", D, "{0} não é um modelo disponível.", "{0} is not an available template.";
    POST_INVALID_PARENT = "rest_post_invalid_parent", s(404), "O item superior é inválido.", "Invalid parent item.";
    REVISION_PARENT_MISMATCH = "rest_revision_parent_id_mismatch", s(404), "Esta revisão é de outro item.", "The revision belongs to another item.";
    REVISION_INVALID_OFFSET = "rest_revision_invalid_offset_number", s(400), "O deslocamento passa do número de revisões.", "The offset is beyond the last revision.";
    REVISION_INVALID_PAGE = "rest_revision_invalid_page_number", s(400), "A página pedida é maior que o número de páginas.", "The requested page is beyond the last one.";
    POST_NO_AUTOSAVE = "rest_post_no_autosave", s(404), "Não há salvamento automático deste item.", "The item has no autosave.";

    // Media.
    UPLOAD_NO_DATA = "rest_upload_no_data", s(400), "Nenhum arquivo foi enviado.", "No file was sent.";
    UPLOAD_NO_TYPE = "rest_upload_no_content_type", s(400), "Falta o cabeçalho Content-Type.", "The Content-Type header is missing.";
    UPLOAD_NO_DISPOSITION = "rest_upload_no_content_disposition", s(400), "Falta o cabeçalho Content-Disposition.", "The Content-Disposition header is missing.";
    UPLOAD_INVALID_DISPOSITION = "rest_upload_invalid_disposition", s(400), "O cabeçalho Content-Disposition deve trazer attachment; filename=\"arquivo.jpg\".", "The Content-Disposition header must say attachment; filename=\"file.jpg\".";
    UPLOAD_HASH_MISMATCH = "rest_upload_hash_mismatch", s(412), "O conteúdo não corresponde ao Content-MD5 informado.", "The content does not match its Content-MD5.";
    UPLOAD_SIDELOAD = "rest_upload_sideload_error", deployed(500), "Este tipo de arquivo não é aceito ou o conteúdo não corresponde a ele.", "This kind of file is not accepted or its content does not match it.";
    UPLOAD_UNKNOWN = "rest_upload_unknown_error", deployed(500), "Este tipo de arquivo não é aceito ou o conteúdo não corresponde a ele.", "This kind of file is not accepted or its content does not match it.";
    UPLOAD_IMAGE_TYPE = "rest_upload_image_type_not_supported", s(400), "Esta imagem não pode ser processada.", "This image cannot be processed.";
    UPLOAD_TOO_BIG = "rest_upload_file_too_big", s(413), "A imagem tem mais de {0} megapixels.", "The image has more than {0} megapixels.";
    CANNOT_EDIT_IMAGE = "rest_cannot_edit_image", A, "Você não tem permissão para enviar mídia neste site.", "You may not upload media to this site.";
    CANNOT_EDIT_FILE_TYPE = "rest_cannot_edit_file_type", s(400), "Este tipo de arquivo não pode ser editado.", "This kind of file cannot be edited.";
    IMAGE_NOT_EDITED = "rest_image_not_edited", s(400), "Nenhuma edição foi pedida.", "No edit was requested.";
    IMAGE_CROP_FAILED = "rest_image_crop_failed", deployed(500), "A imagem não pôde ser recortada.", "The image could not be cropped.";
    IMAGE_ROTATION_FAILED = "rest_image_rotation_failed", deployed(500), "A imagem não pôde ser girada.", "The image could not be rotated.";
    UNKNOWN_IMAGE_FILE_TYPE = "rest_unknown_image_file_type", deployed(500), "Esta imagem não pode ser editada.", "This image cannot be edited.";
    UNKNOWN_ATTACHMENT = "rest_unknown_attachment", s(404), "Os dados desta mídia não foram encontrados.", "The data of this media item was not found.";

    // Menus and menu items.
    TERM_INVALID_ID = "rest_term_invalid_id", s(400), "O termo de destino não existe.", "The term that the item leads to does not exist.";
    POST_INVALID_TYPE = "rest_post_invalid_type", s(400), "Tipo de conteúdo inválido.", "Invalid content type.";
    TITLE_REQUIRED = "rest_title_required", s(400), "Um link personalizado precisa de título.", "A custom link needs a title.";
    URL_REQUIRED = "rest_url_required", s(400), "Um link personalizado precisa de endereço.", "A custom link needs an address.";
    INVALID_MENU_ID = "invalid_menu_id", s(400), "O menu não existe.", "The menu does not exist.";
    MENU_EXISTS = "menu_exists", s(400), "Já existe um menu com o nome {0}.", "A menu named {0} exists.";
    MENU_EXISTS_UNPLACED = "menu_exists", U, "Já existe um menu com o nome {0}.", "A menu named {0} exists.";
    MENU_LOCATION_INVALID = "rest_menu_location_invalid", s(404), "A posição de menu não existe.", "The menu location does not exist.";
    INVALID_MENU_LOCATION_PARAM = "rest_invalid_menu_location", D, "A posição de menu {0} não existe.", "The menu location {0} does not exist.";

    // Embedding.
    OEMBED_INVALID_URL = "oembed_invalid_url", s(404), "Nada que se possa incorporar foi encontrado neste endereço.", "Nothing that can be embedded was found at this address.";

    // Terms.
    TERM_INVALID = "rest_term_invalid", s(404), "O termo não existe.", "The term does not exist.";
    TAXONOMY_NOT_HIERARCHICAL = "rest_taxonomy_not_hierarchical", s(400), "Esta taxonomia não tem hierarquia.", "This taxonomy has no hierarchy.";
    TERM_EXISTS = "term_exists", s(400), "Já existe um termo com este nome neste nível.", "A term with this name exists at this level.";
    DUPLICATE_TERM_SLUG = "duplicate_term_slug", U, "O slug {0} já pertence a outro termo.", "The slug {0} belongs to another term.";
    EMPTY_TERM_NAME = "empty_term_name", U, "O nome do termo está vazio.", "The name of the term is empty.";
    TAXONOMY_INVALID = "rest_taxonomy_invalid", s(404), "Taxonomia inválida.", "Invalid taxonomy.";
    TYPE_INVALID = "rest_type_invalid", s(404), "Tipo de conteúdo inválido.", "Invalid content type.";
    STATUS_INVALID = "rest_status_invalid", s(404), "Status inválido.", "Invalid status.";
    CANNOT_READ_STATUS = "rest_cannot_read_status", A, "Você não tem permissão para ver este status.", "You may not view this status.";
    CANNOT_READ_TYPE = "rest_cannot_read_type", A, "Você não tem permissão para ver este tipo.", "You may not view this type.";

    // Users.
    USER_INVALID_ID = "rest_user_invalid_id", s(404), "Usuário inválido.", "Invalid user.";
    USER_CANNOT_VIEW = "rest_user_cannot_view", A, "Você não tem permissão para ver usuários.", "You may not view users.";
    FORBIDDEN_ORDERBY = "rest_forbidden_orderby", A, "Você não tem permissão para ordenar por este campo.", "You may not order by this field.";
    FORBIDDEN_WHO = "rest_forbidden_who", A, "Você não tem permissão para consultar autores.", "You may not query authors.";
    CANNOT_CREATE_USER = "rest_cannot_create_user", A, "Você não tem permissão para criar usuários.", "You may not create users.";
    USER_EXISTS = "rest_user_exists", s(400), "Não é possível criar um usuário que já existe.", "An existing user cannot be created.";
    USER_INVALID_EMAIL = "rest_user_invalid_email", s(400), "E-mail inválido ou já em uso.", "The e-mail address is invalid or in use.";
    USER_INVALID_ARGUMENT = "rest_user_invalid_argument", s(400), "O nome de usuário não pode mudar.", "The user name cannot change.";
    USER_INVALID_SLUG = "rest_user_invalid_slug", s(400), "Slug inválido ou já em uso.", "The slug is invalid or in use.";
    USER_INVALID_ROLE = "rest_user_invalid_role", s(400), "O papel {0} não existe.", "The role {0} does not exist.";
    USER_SELF_DEMOTION = "rest_user_invalid_role", A, "Você não pode retirar de si mesmo este papel.", "You cannot take this role from yourself.";
    CANNOT_EDIT_ROLES = "rest_cannot_edit_roles", A, "Você não tem permissão para alterar papéis.", "You may not change roles.";
    USER_INVALID_USERNAME = "rest_user_invalid_username", s(400), "O nome de usuário é inválido.", "The user name is invalid.";
    USER_INVALID_PASSWORD = "rest_user_invalid_password", s(400), "A senha não pode ser vazia nem conter \\.", "The password must not be empty nor contain \\.";
    EXISTING_USER_LOGIN = "existing_user_login", U, "Este nome de usuário já existe.", "This user name exists.";
    EXISTING_USER_EMAIL = "existing_user_email", U, "Este e-mail já está em uso.", "This e-mail address is in use.";
    USER_LOGIN_TOO_LONG = "user_login_too_long", U, "O nome de usuário tem mais de 60 caracteres.", "The user name has more than 60 characters.";
    USER_URL_TOO_LONG = "user_url_too_long", U, "O endereço do usuário tem mais de 100 caracteres.", "The user's address has more than 100 characters.";
    USER_CANNOT_DELETE = "rest_user_cannot_delete", A, "Você não tem permissão para excluir este usuário.", "You may not delete this user.";
    USER_INVALID_HEIR = "rest_invalid_param", s(400), "O usuário indicado é inválido.", "The user named is invalid.";
    USER_INVALID_REASSIGN = "rest_user_invalid_reassign", s(400), "O usuário que receberia o conteúdo é inválido.", "The user who would receive the content is invalid.";

    // Comments.
    COMMENT_INVALID_ID = "rest_comment_invalid_id", s(404), "O comentário não existe.", "The comment does not exist.";
    COMMENT_LOGIN_REQUIRED = "rest_comment_login_required", s(401), "É preciso entrar para comentar.", "Commenting needs a signed-in user.";
    COMMENT_INVALID_AUTHOR = "rest_comment_invalid_author", A, "Você não tem permissão para definir o autor do comentário.", "You may not set the author of a comment.";
    COMMENT_INVALID_AUTHOR_IP = "rest_comment_invalid_author_ip", A, "Você não tem permissão para definir o endereço de rede do comentário.", "You may not set the network address of a comment.";
    COMMENT_INVALID_STATUS = "rest_comment_invalid_status", A, "Você não tem permissão para definir o status do comentário.", "You may not set the status of a comment.";
    COMMENT_INVALID_POST_ID = "rest_comment_invalid_post_id", s(403), "O comentário precisa de um conteúdo que exista.", "A comment needs an item that exists.";
    COMMENT_DRAFT_POST = "rest_comment_draft_post", s(403), "Rascunhos não recebem comentários.", "Drafts take no comments.";
    COMMENT_TRASH_POST = "rest_comment_trash_post", s(403), "Itens na lixeira não recebem comentários.", "Items in the trash take no comments.";
    COMMENT_CLOSED = "rest_comment_closed", s(403), "Os comentários deste conteúdo estão fechados.", "This item takes no comments.";
    CANNOT_READ_POST = "rest_cannot_read_post", A, "Você não tem permissão para ler o conteúdo deste comentário.", "You may not read the item of this comment.";
    CANNOT_CREATE_NOTE = "rest_cannot_create_note", A, "Você não tem permissão para escrever notas sobre este conteúdo.", "You may not write notes about this item.";
    COMMENT_UNSUPPORTED_KIND = "rest_comment_not_supported_post_type", s(403), "Este tipo de conteúdo não recebe notas.", "Items of this type take no notes.";
    COMMENT_EXISTS = "rest_comment_exists", s(400), "Não é possível criar um comentário que já existe.", "An existing comment cannot be created.";
    COMMENT_INVALID_NEW_TYPE = "rest_invalid_comment_type", s(400), "Comentários deste tipo não podem ser criados.", "Comments of this type cannot be created.";
    COMMENT_CONTENT_INVALID = "rest_comment_content_invalid", s(400), "O comentário está vazio.", "The comment is empty.";
    COMMENT_AUTHOR_INVALID = "rest_comment_author_invalid", s(400), "O autor do comentário não existe.", "The author of the comment does not exist.";
    COMMENT_AUTHOR_DATA_REQUIRED = "rest_comment_author_data_required", s(400), "O comentário precisa do nome e do e-mail de quem escreve.", "A comment needs the name and e-mail address of its author.";
    COMMENT_NAME_LENGTH = "comment_author_column_length", s(400), "O nome é longo demais.", "The name is too long.";
    COMMENT_EMAIL_LENGTH = "comment_author_email_column_length", s(400), "O e-mail é longo demais.", "The e-mail address is too long.";
    COMMENT_URL_LENGTH = "comment_author_url_column_length", s(400), "O endereço é longo demais.", "The address is too long.";
    COMMENT_CONTENT_LENGTH = "comment_content_column_length", s(400), "O comentário é longo demais.", "The comment is too long.";
    COMMENT_DUPLICATE = "comment_duplicate", s(409), "Este comentário já foi feito.", "This comment is a duplicate.";
    COMMENT_FLOOD = "comment_flood", s(400), "Seus comentários estão vindo rápido demais. Espere um pouco.", "Too many comments in a short time. Try again shortly.";
    COMMENT_INVALID_TYPE = "rest_comment_invalid_type", s(404), "O tipo de um comentário não muda.", "The type of a comment does not change.";
    FORBIDDEN_PARAM = "rest_forbidden_param", A, "Parâmetros não permitidos: {0}", "Parameters not permitted: {0}";

    // Search.
    SEARCH_INVALID_PAGE_NUMBER = "rest_search_invalid_page_number", s(400), "A página pedida é maior que o número de páginas.", "The requested page is beyond the last one.";

    // Application passwords.
    CANNOT_LIST_APP_PASSWORDS = "rest_cannot_list_application_passwords", A, "Você não tem permissão para listar senhas de aplicação deste usuário.", "You may not list this user's application passwords.";
    CANNOT_READ_APP_PASSWORD = "rest_cannot_read_application_password", A, "Você não tem permissão para ver esta senha de aplicação.", "You may not see this application password.";
    CANNOT_CREATE_APP_PASSWORDS = "rest_cannot_create_application_passwords", A, "Você não tem permissão para criar senhas de aplicação para este usuário.", "You may not create application passwords for this user.";
    CANNOT_EDIT_APP_PASSWORD = "rest_cannot_edit_application_password", A, "Você não tem permissão para alterar esta senha de aplicação.", "You may not change this application password.";
    CANNOT_DELETE_APP_PASSWORDS = "rest_cannot_delete_application_passwords", A, "Você não tem permissão para excluir senhas de aplicação deste usuário.", "You may not delete this user's application passwords.";
    CANNOT_DELETE_APP_PASSWORD = "rest_cannot_delete_application_password", A, "Você não tem permissão para excluir esta senha de aplicação.", "You may not delete this application password.";
    APP_PASSWORD_NOT_FOUND = "rest_application_password_not_found", s(404), "Senha de aplicação não encontrada.", "Application password not found.";
    APP_PASSWORD_EMPTY_NAME = "application_password_empty_name", s(400), "A senha de aplicação precisa de um nome.", "An application password needs a name.";
    NO_AUTHENTICATED_APP_PASSWORD = "rest_no_authenticated_app_password", s(404), "Esta requisição não usou senha de aplicação.", "This request used no application password.";
    CANNOT_INTROSPECT = "rest_cannot_introspect_app_password_for_non_authenticated_user", A, "Só é possível consultar a senha de aplicação do próprio usuário.", "You may only look up your own application password.";
    APP_PASSWORDS_DISABLED = "application_passwords_disabled", deployed(501), "As senhas de aplicação só estão disponíveis sobre HTTPS.", "Application passwords are available over HTTPS only.";
}
