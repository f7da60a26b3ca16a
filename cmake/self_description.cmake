# cmake -DHAMMOCK=PROGRAM -DMANUALS=FOLDER -DSHARE=FOLDER -P self_description.cmake
# Writes what the program says of itself: a manual page for it and for each command, and completion for each shell, in
# the folders in which they are looked for.
function(write_output file)
  execute_process(COMMAND "${HAMMOCK}" ${ARGN} OUTPUT_VARIABLE text COMMAND_ERROR_IS_FATAL ANY)
  file(WRITE "${file}" "${text}")
endfunction()

execute_process(COMMAND "${HAMMOCK}" list commands --json OUTPUT_VARIABLE commands COMMAND_ERROR_IS_FATAL ANY)
write_output("${MANUALS}/hammock.1" help --man)
string(JSON count LENGTH "${commands}")
math(EXPR last "${count} - 1")
foreach(i RANGE ${last})
  string(JSON command GET "${commands}" ${i} name)
  write_output("${MANUALS}/hammock-${command}.1" help --man ${command})
endforeach()
write_output("${SHARE}/bash-completion/completions/hammock" completion bash)
if(SHARE MATCHES "/usr/share$") # zsh of Debian has a folder of its own for packages
  set(zsh vendor-completions)
else()
  set(zsh site-functions)
endif()
write_output("${SHARE}/zsh/${zsh}/_hammock" completion zsh)
write_output("${SHARE}/fish/vendor_completions.d/hammock.fish" completion fish)
