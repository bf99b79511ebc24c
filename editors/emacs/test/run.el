;;; run.el --- Tests pips-mode -*- lexical-binding: t -*-

;; Run in the root of the repository as `emacs --batch -Q -l editors/emacs/test/run.el`.  `PIPSCRIBE` is the path of
;; the program with the server, `PIPS_PARSERS` the folder of the parser; tests without their path are skipped.

(require 'flymake)
(load (expand-file-name "editors/emacs/pips-mode.el"))

(defvar run-passed 0)

(defun run-check (name is due)
  "Check that NAME, which IS, is as DUE."
  (unless (equal is due)
    (message "not ok: %s: %S, due is %S" name is due)
    (kill-emacs 1))
  (setq run-passed (1+ run-passed))
  (message "ok: %s" name))

(defun run-waits (name condition)
  "Wait until CONDITION, which has the NAME, holds."
  (let ((left 200))
    (while (and (> left 0) (not (funcall condition)))
      (accept-process-output nil 0.1)
      (setq left (1- left)))
    (run-check name (and (funcall condition) t) t)))

(defun run-face (text)
  "Return the face of the last character of TEXT, which is in the buffer."
  (goto-char (point-min))
  (search-forward text)
  (get-text-property (1- (point)) 'face))

(let ((server (getenv "PIPSCRIBE"))
      (parsers (getenv "PIPS_PARSERS")))
  (remove-hook 'pips-mode-hook #'eglot-ensure)
  (when server (setq pips-server (list server "lsp")))
  (when parsers (setq treesit-extra-load-path (list parsers)))
  (find-file "corpus/readme/opening.pips")
  (run-check "records have their mode" major-mode 'pips-mode)
  (run-check "comments begin with #" comment-start "# ")
  (when parsers
    (run-check "the grammar is found" (treesit-ready-p 'pips t) t)
    (let ((names (with-temp-buffer
                   (insert-file-contents pips-highlights)
                   (let (names)
                     (while (re-search-forward "@\\([a-z.]+\\)" nil t) (push (match-string 1) names))
                     names))))
      (dolist (name names)
        (unless (facep (cdr (assoc name pips--faces))) (run-check "each name has a face" name nil))))
    (font-lock-ensure)
    (run-check "the tag of the game is a keyword" (run-face "[Game") 'font-lock-keyword-face)
    (run-check "other tags are not" (run-face "[Variant") 'font-lock-property-name-face)
    (run-check "values are strings" (run-face "\"gipf\"") 'font-lock-string-face)
    (run-check "comments have their face" (run-face "{") 'font-lock-comment-face)
    (run-check "turns are coloured" (run-face "a2-c4") 'font-lock-variable-name-face))
  (when server
    (apply #'eglot (eglot--guess-contact))
    (run-waits "the server is attached" #'eglot-current-server)
    (goto-char (point-max))
    (insert "\n[Game \"gipf\"]\n[Variant \"basic\"]\n\n1.   b3 2.   g2 *\n")
    (eglot--signal-textDocument/didChange)
    (eglot-format)
    (goto-char (point-min))
    (run-check "the record is formatted" (and (search-forward "\n1. b3 2. g2 *" nil t) t) t)
    (replace-match "\n1. b3 2. g2 3. b3-h9 *" t t)
    (run-waits "findings come"
               (lambda ()
                 (eglot--signal-textDocument/didChange)
                 (flymake-start)
                 (flymake-diagnostics)))
    (set-buffer-modified-p nil)
    (eglot-shutdown (eglot-current-server)))
  (message "%d passed, 0 failed" run-passed))

;;; run.el ends here
