;;; pips-mode.el --- Game records in the Pipscribe notation -*- lexical-binding: t -*-

;; Package-Requires: ((emacs "28.2") (eglot "1.9"))
;; SPDX-License-Identifier: MIT OR Apache-2.0

;;; Commentary:

;; Major mode for records of GIPF, Pippinzip, Pip•Pip and The Very Clever Pipe Game.  Eglot starts the language
;; server `pipscribe lsp`.  From Emacs 29 on, the tree-sitter grammar gives colours, if it is installed.  The colours
;; come from the queries that all editors share, so this file has only the faces for their names.

;;; Code:

(require 'eglot)
(require 'treesit nil t)

(defgroup pips nil
  "Game records in the Pipscribe notation."
  :group 'languages)

(defcustom pips-server '("pipscribe" "lsp")
  "Command that starts the language server."
  :type '(repeat string))

(defcustom pips-highlights
  (let* ((folder (file-name-directory (or load-file-name buffer-file-name)))
         (beside (expand-file-name "highlights.scm" folder)))
    ;; The archive of a release has the queries next to this file.
    (if (file-exists-p beside)
        beside
      (expand-file-name "../tree-sitter-pips/queries/highlights.scm" folder)))
  "File with the queries for colours."
  :type 'file)

(defconst pips--faces
  '(("attribute" . font-lock-warning-face)
    ("comment" . font-lock-comment-face)
    ("constant" . font-lock-constant-face)
    ("constant.builtin" . font-lock-builtin-face)
    ("error" . error)
    ("function.macro" . font-lock-preprocessor-face)
    ("keyword" . font-lock-keyword-face)
    ("operator" . font-lock-operator-face)
    ("punctuation.bracket" . font-lock-bracket-face)
    ("punctuation.delimiter" . font-lock-delimiter-face)
    ("punctuation.special" . font-lock-misc-punctuation-face)
    ("string" . font-lock-string-face)
    ("string.escape" . font-lock-escape-face)
    ("string.special" . font-lock-string-face)
    ("tag" . font-lock-property-name-face)
    ("type" . font-lock-type-face)
    ("variable" . font-lock-variable-name-face)
    ("variable.parameter" . font-lock-variable-use-face))
  "Faces for the names in the queries.")

(defun pips--query ()
  "Return the queries for colours with the names of faces."
  (with-temp-buffer
    (insert-file-contents pips-highlights)
    (while (re-search-forward "@\\([a-z.]+\\)" nil t)
      (let ((face (or (cdr (assoc (match-string 1) pips--faces)) 'default)))
        (replace-match (concat "@" (symbol-name face)) t t)))
    ;; Emacs has its own name for this predicate.
    (goto-char (point-min))
    (while (search-forward "#eq?" nil t)
      (replace-match "#equal" t t))
    (buffer-string)))

(defun pips--colour ()
  "Colour the buffer with tree-sitter, if the grammar is installed."
  (when (and (fboundp 'treesit-ready-p) (treesit-ready-p 'pips t) (file-readable-p pips-highlights))
    (treesit-parser-create 'pips)
    (setq-local treesit-font-lock-settings
                (treesit-font-lock-rules :language 'pips :feature 'pips :override t (pips--query)))
    (setq-local treesit-font-lock-feature-list '((pips)))
    (treesit-major-mode-setup)))

;;;###autoload
(define-derived-mode pips-mode prog-mode "Pips"
  "Major mode for game records in the Pipscribe notation."
  (setq-local comment-start "# ")
  (pips--colour))

(add-to-list 'eglot-server-programs `(pips-mode . ,(lambda (&rest _) pips-server)))
(add-hook 'pips-mode-hook #'eglot-ensure)

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.pips\\'" . pips-mode))

(provide 'pips-mode)
;;; pips-mode.el ends here
